"""The colours that the bundled game is drawn in."""

from __future__ import annotations

from bot.drawing import Colour

WHITE: Colour = (255, 255, 255)
CREAM: Colour = (255, 243, 220)
SAND: Colour = (240, 214, 165)
TAN: Colour = (217, 167, 105)
BROWN: Colour = (141, 88, 56)
COCOA: Colour = (92, 56, 40)
INK: Colour = (47, 42, 54)
SLATE: Colour = (96, 108, 129)
STEEL: Colour = (158, 172, 190)
MIST: Colour = (219, 228, 238)

RED: Colour = (226, 61, 62)
CRIMSON: Colour = (172, 32, 54)
ROSE: Colour = (255, 171, 186)
PINK: Colour = (244, 104, 148)
ORANGE: Colour = (249, 139, 43)
RUST: Colour = (214, 97, 28)
AMBER: Colour = (253, 184, 39)
YELLOW: Colour = (255, 217, 61)
LEMON: Colour = (255, 240, 120)
LIME: Colour = (164, 206, 57)
GREEN: Colour = (76, 168, 82)
FOREST: Colour = (33, 112, 71)
MINT: Colour = (150, 221, 184)
TEAL: Colour = (22, 155, 156)
SKY: Colour = (108, 194, 244)
BLUE: Colour = (45, 121, 214)
NAVY: Colour = (38, 63, 130)
LILAC: Colour = (196, 164, 236)
PURPLE: Colour = (138, 79, 190)
PLUM: Colour = (94, 44, 130)
