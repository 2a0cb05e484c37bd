from .pictures.click_target import ClickTarget as ClickTarget
from .pictures.colour_theme import remove_picture_style_sheets as remove_picture_style_sheets
from .pictures.html_page import page_style_sheet as page_style_sheet
from .pictures.picture_svg import picture_svg as picture_svg
from .pictures.position_picture import read_grid as read_grid
from .pictures.terminal_board import draw_terminal_rows as draw_terminal_rows
