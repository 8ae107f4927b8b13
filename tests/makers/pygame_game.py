"""Link-up boards as a pygame program would show them: ``python pygame_game.py FOLDER``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])

from window import state, tell  # noqa: E402

STATE = state(FOLDER)
os.environ["SDL_VIDEO_WINDOW_POS"] = "{},{}".format(*STATE.at)

import pygame  # noqa: E402

pygame.init()
SURFACE = pygame.display.set_mode(STATE.window)
pygame.display.set_caption(STATE.name)
SIZE = STATE.tile
FACES = {n: pygame.image.load(p).convert_alpha() for n, p in STATE.picture.items()}
FONT = pygame.font.Font(None, 28)


def tile(rect: pygame.Rect, kind: int, on: bool) -> None:
    """Draw one tile in its cell."""
    face = FACES[kind]
    if STATE.skin == "sprites":
        SURFACE.blit(face, face.get_rect(center=rect.center))
        if on:
            pygame.draw.rect(SURFACE, "yellow", rect.inflate(-2, -2), 3)
    elif STATE.skin == "blocks":
        body = rect.inflate(-2, -2)
        pygame.draw.rect(SURFACE, (250, 225, 130) if on else (236, 228, 208), body)
        pygame.draw.lines(
            SURFACE, "white", False, [body.bottomleft, body.topleft, body.topright], 2
        )
        low = [body.bottomleft, body.bottomright, body.topright]
        pygame.draw.lines(SURFACE, (120, 110, 90), False, low, 2)
        SURFACE.blit(face, face.get_rect(center=body.center))
    elif STATE.skin == "glass":
        body = pygame.Surface(rect.size, pygame.SRCALPHA)
        colour = (255, 240, 120, 150) if on else (255, 255, 255, 80)
        pygame.draw.rect(body, colour, body.get_rect().inflate(-6, -6), border_radius=10)
        SURFACE.blit(body, rect)
        SURFACE.blit(face, face.get_rect(center=rect.center))
    elif STATE.skin == "stones":
        pygame.draw.circle(
            SURFACE, (30, 20, 10), (rect.centerx + 2, rect.centery + 3), SIZE // 2 - 3
        )
        SURFACE.blit(face, face.get_rect(center=rect.center))
        if on:
            pygame.draw.circle(SURFACE, "white", rect.center, SIZE // 2 - 1, 2)


def main() -> None:
    """Draw the board, tell where it lies, and wait."""
    if STATE.has_ground:
        SURFACE.blit(pygame.image.load(FOLDER / "ground.png").convert(), (0, 0))
    else:
        SURFACE.fill(STATE.ground)
    high = SIZE if STATE.skin != "blocks" else SIZE * 5 // 4
    left = (STATE.window[0] - STATE.cols * SIZE) // 2
    top = (STATE.window[1] - STATE.rows * high) // 2 + 14
    for row, col, kind, on in STATE.tiles:
        tile(pygame.Rect(left + col * SIZE, top + row * high, SIZE, high), kind, on)
    score = FONT.render(f"SCORE {7300 - 10 * len(STATE.tiles)}   LEVEL 4", True, "white", "black")
    SURFACE.blit(score, (12, 8))
    pygame.display.flip()
    clock = pygame.time.Clock()
    for turn in range(10**6):
        pygame.event.pump()
        if turn == 20:
            pygame.display.flip()
            x, y = pygame.display.get_window_position()
            tell(FOLDER, x + left, y + top, SIZE, high)
        clock.tick(30)


if __name__ == "__main__":
    main()
