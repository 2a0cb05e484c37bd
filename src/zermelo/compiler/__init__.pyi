from .guards.error_reports import describe_position as describe_position
from .process_status import clear_kernels as clear_kernels
from .process_status import find_endless as find_endless
from .process_status import find_kernels as find_kernels
from .process_status import is_at_work as is_at_work
from .process_status import is_compiling as is_compiling
