"""What a game can be asked at a prompt: methods that packages above this one define, typed in the stub."""

from zermelo.core.registry import with_registered_methods


@with_registered_methods
class UpperGameMethods:
    """Base of `Game`."""
