from .pictures.click_target import ClickTarget as ClickTarget
from .pictures.colour_theme import strip_styles as strip_styles
from .pictures.html_page import page_style_sheet as page_style_sheet
from .pictures.picture_svg import picture_svg as picture_svg
from .pictures.position_picture import read_grid as read_grid
from .pictures.terminal_board import terminal_rows as terminal_rows
