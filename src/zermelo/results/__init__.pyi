from .result_schema import close_schema as close_schema
from .result_schema import component_schemas as component_schemas
from .schema_catalogue import command_schema as command_schema
from .schema_catalogue import list_schemas as list_schemas
from .schema_catalogue import schema_commands as schema_commands
