"""Boards as SVG, and the style of all drawings: colours, marks and sizes."""

from fourcast.drawing.board import BoardPicture as BoardPicture
from fourcast.drawing.board import board_svg as board_svg
from fourcast.drawing.board import escaped as escaped
from fourcast.drawing.board import number as number
from fourcast.drawing.document import MoveLabels as MoveLabels
from fourcast.drawing.document import Svg as Svg
from fourcast.drawing.document import board_document as board_document
from fourcast.drawing.html import html_table as html_table
from fourcast.drawing.style import BOARD as BOARD
from fourcast.drawing.style import CARD as CARD
from fourcast.drawing.style import FONT as FONT
from fourcast.drawing.style import LIGHT as LIGHT
from fourcast.drawing.style import MARKS as MARKS
from fourcast.drawing.style import MAX_STUBS as MAX_STUBS
from fourcast.drawing.style import SERIES as SERIES
from fourcast.drawing.style import TEXT as TEXT
from fourcast.drawing.style import THEMES as THEMES
from fourcast.drawing.style import Theme as Theme
from fourcast.drawing.style import colours_css as colours_css
from fourcast.drawing.style import style_js as style_js
