"""What answers look like to programs: JSON Schemas of what commands print, and words to write more.

>>> from zermelo.schemas import closed, schema_of
>>> schema_of("value")["$id"]
'urn:zermelo:json:value:1'
>>> closed(schema_of("count"))["additionalProperties"]
False

A `Form` is a JSON Schema, and `DIALECT` its draft.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.forms.published import commands as commands
    from zermelo.forms.published import name_of as name_of
    from zermelo.forms.published import schema_of as schema_of
    from zermelo.forms.shared import definitions as definitions
    from zermelo.forms.writing import DIALECT as DIALECT
    from zermelo.forms.writing import Form as Form
    from zermelo.forms.writing import called as called
    from zermelo.forms.writing import closed as closed
    from zermelo.forms.writing import constant as constant
    from zermelo.forms.writing import count as count
    from zermelo.forms.writing import fields as fields
    from zermelo.forms.writing import listed as listed
    from zermelo.forms.writing import names as names
    from zermelo.forms.writing import number as number
    from zermelo.forms.writing import one_of as one_of
    from zermelo.forms.writing import optional as optional
    from zermelo.forms.writing import or_null as or_null
    from zermelo.forms.writing import shared as shared
    from zermelo.forms.writing import text as text
    from zermelo.forms.writing import truth as truth
    from zermelo.forms.writing import whole as whole
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "forms.published": ("commands", "name_of", "schema_of"),
            "forms.shared": ("definitions",),
            "forms.writing": (
                "DIALECT",
                "Form",
                "called",
                "closed",
                "constant",
                "count",
                "fields",
                "listed",
                "names",
                "number",
                "one_of",
                "optional",
                "or_null",
                "shared",
                "text",
                "truth",
                "whole",
            ),
        },
    )
