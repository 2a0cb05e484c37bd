from zermelo.play.registered_methods import GamePlayMethods
from zermelo.solution.methods.game_methods import GameMethods

class UpperGameMethods(GameMethods, GamePlayMethods): ...
