"""Link-up boards as a Tk program would show them: ``python tk_game.py FOLDER``."""

from __future__ import annotations

import sys
import tkinter as tk
from pathlib import Path
from tkinter import ttk

from window import state, tell

FOLDER = Path(sys.argv[1])
STATE = state(FOLDER)
ROOT = tk.Tk()
IMAGES = {n: tk.PhotoImage(file=p) for n, p in STATE.picture.items() if Path(p).exists()}


def dress_window() -> tk.Frame:
    """A menu, a line with the score, and a frame for the board."""
    ROOT.title({"words": "Word Links", "canvas": "Shape Hunt"}.get(STATE.skin, "Link Game"))
    ROOT.geometry("+{}+{}".format(*STATE.at))
    menu = tk.Menu(ROOT)
    for name in ("Game", "Options", "Help"):
        menu.add_cascade(label=name, menu=tk.Menu(menu))
    ROOT.config(menu=menu)
    line = ttk.Frame(ROOT, padding=6)
    line.pack(fill="x")
    ttk.Label(line, text=f"Tiles left: {len(STATE.tiles)}").pack(side="left")
    ttk.Button(line, text="Hint").pack(side="right")
    ttk.Button(line, text="Shuffle").pack(side="right")
    frame = tk.Frame(ROOT)
    frame.pack(padx=12, pady=8)
    ttk.Label(ROOT, text="Click two tiles of a kind", relief="sunken").pack(fill="x")
    return frame


def grid(make: object) -> None:
    """Lay widgets in a grid; where no tile is a spacer of the same size."""
    frame = dress_window()
    kinds = {(row, col): (kind, on) for row, col, kind, on in STATE.tiles}
    places = {}
    for row in range(STATE.rows):
        for col in range(STATE.cols):
            widget = make(frame, *kinds.get((row, col), (0, False)))  # type: ignore[operator]
            widget.grid(row=row, column=col, sticky="nsew")
            places[row, col] = widget
    ROOT.update()
    ROOT.after(600, tell_grid, places)


def tell_grid(places: dict[tuple[int, int], tk.Widget]) -> None:
    """Tell where the grid lies."""
    first, last = places[0, 0], places[STATE.rows - 1, STATE.cols - 1]
    pitch_x = (last.winfo_rootx() - first.winfo_rootx()) / (STATE.cols - 1)
    pitch_y = (last.winfo_rooty() - first.winfo_rooty()) / (STATE.rows - 1)
    middle_x = first.winfo_rootx() + first.winfo_width() / 2
    middle_y = first.winfo_rooty() + first.winfo_height() / 2
    tell(FOLDER, middle_x - pitch_x / 2, middle_y - pitch_y / 2, pitch_x, pitch_y)


def button(frame: tk.Frame, kind: int, on: bool) -> tk.Widget:
    """A raised button with a picture; a cleared one stays as a flat, empty field."""
    size = STATE.tile
    if not kind:
        return tk.Frame(frame, width=size + 10, height=size + 10)
    return tk.Button(
        frame, image=IMAGES[kind], width=size, height=size,
        relief="sunken" if on else "raised", bg="#ffe9a8" if on else "#d9d9d9",
    )  # fmt: skip


def text_button(frame: tk.Frame, kind: int, on: bool) -> tk.Widget:
    """A button with a sign; a cleared one is disabled and bare."""
    if not kind:
        return tk.Button(frame, width=2, state="disabled", font=("DejaVu Sans", 16))
    return tk.Button(
        frame, width=2, text=STATE.faces[kind - 1], font=("DejaVu Sans", 16),
        bg="#a8d8ff" if on else "#d9d9d9",
    )  # fmt: skip


def label(frame: tk.Frame, kind: int, on: bool) -> tk.Widget:
    """A word on a coloured field with a line round it; nothing where it was cleared."""
    if not kind:
        return tk.Label(frame, width=8, height=2, bg=STATE.ground, bd=1, relief="flat")
    return tk.Label(
        frame, width=8, height=2, text=STATE.faces[kind - 1], bd=1, relief="solid",
        bg="#ffb347" if on else "#fdf6e3", fg="#073642", font=("DejaVu Serif", 11),
    )  # fmt: skip


def canvas() -> None:
    """Pictures on a canvas with a ground; the selected one has a dashed frame."""
    frame = dress_window()
    size, edge = STATE.tile, 20
    board = tk.Canvas(
        frame, width=STATE.cols * size + 2 * edge, height=STATE.rows * size + 2 * edge,
        bg=STATE.ground if STATE.ground.startswith("#") else "#ffffff", highlightthickness=0,
    )  # fmt: skip
    board.pack()
    if STATE.has_ground:
        IMAGES[0] = tk.PhotoImage(file=FOLDER / "ground.png")
        board.create_image(0, 0, image=IMAGES[0], anchor="nw")
    for row, col, kind, on in STATE.tiles:
        x, y = edge + col * size, edge + row * size
        if STATE.skin == "cells":
            board.create_rectangle(
                x + 1, y + 1, x + size - 2, y + size - 2, fill="#fff8dc", outline="#8b7355"
            )
        board.create_image(x + size / 2, y + size / 2, image=IMAGES[kind])
        if on:
            board.create_rectangle(
                x + 2, y + 2, x + size - 3, y + size - 3, outline="red", width=3, dash=(6, 4)
            )
    ROOT.update()
    ROOT.after(
        600,
        lambda: tell(FOLDER, board.winfo_rootx() + edge, board.winfo_rooty() + edge, size, size),
    )


if __name__ == "__main__":
    widgets = {"button": button, "text": text_button, "words": label}
    if STATE.skin in widgets:
        grid(widgets[STATE.skin])
    else:
        canvas()
    ROOT.mainloop()
