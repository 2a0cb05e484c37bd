from .guards.error_reports import describe_position as describe_position
from .process_status import find_endless_position as find_endless_position
from .process_status import inspect_kernel_cache as inspect_kernel_cache
from .process_status import is_compiling as is_compiling
from .process_status import is_kernel_running as is_kernel_running
