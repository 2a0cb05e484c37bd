"""Methods of a game for a prompt, which packages above this one define; the stub has their types."""

from zermelo.core.registry import with_registered_methods


@with_registered_methods
class UpperGameMethods:
    """Base of `Game`."""
