from .pictures.click_target import ClickTarget as ClickTarget
from .pictures.colour_theme import without_style as without_style
from .pictures.html_page import page as page
from .pictures.html_page import page_style as page_style
from .pictures.picture_svg import picture_svg as picture_svg
from .pictures.position_picture import read_grid as read_grid
from .pictures.svg_markup import element as element
from .pictures.terminal_board import terminal_rows as terminal_rows
