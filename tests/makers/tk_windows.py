"""Windows of an ordinary Tk program: ``python tk_windows.py NAME``."""

from __future__ import annotations

import math
import sys
import tkinter as tk
from random import Random
from tkinter import ttk

LOT = Random(9)
ROOT = tk.Tk()


def keypad() -> None:
    """A telephone."""
    ttk.Entry(ROOT, font=("DejaVu Sans", 20)).grid(row=0, column=0, columnspan=3, sticky="ew")
    for number, key in enumerate("123456789*0#"):
        button = tk.Button(ROOT, text=key, width=4, height=2, font=("DejaVu Sans", 20))
        button.grid(row=1 + number // 3, column=number % 3)


def checks() -> None:
    """A block of check boxes, some ticked."""
    for row in range(16):
        tk.Label(ROOT, text=f"Option {row}").grid(row=row, column=0)
        for col in range(14):
            box = ttk.Checkbutton(ROOT)
            box.state(["!alternate", "selected" if LOT.random() < 0.5 else "!selected"])
            box.grid(row=row, column=col + 1, padx=6, pady=4)


def plot() -> None:
    """A curve over grid lines."""
    canvas = tk.Canvas(ROOT, width=900, height=600, bg="white")
    canvas.pack()
    for step in range(0, 900, 50):
        canvas.create_line(step, 0, step, 600, fill="#ddd")
        canvas.create_line(0, step, 900, step, fill="#ddd")
    for phase, colour in ((0, "red"), (1, "blue"), (2, "#090")):
        points = [(x, 300 + 200 * math.sin(x / 90 + phase) * math.cos(x / 400)) for x in range(900)]
        canvas.create_line(points, fill=colour, width=2)


def paint() -> None:
    """Colours at the left, a drawing at the right."""
    side = tk.Frame(ROOT)
    side.pack(side="left", fill="y")
    for number in range(28):
        colour = "#" + "".join(LOT.choice("08c") for _ in "rgb")
        tk.Button(side, bg=colour, width=2).grid(row=number // 2, column=number % 2)
    canvas = tk.Canvas(ROOT, width=900, height=640, bg="white")
    canvas.pack()
    for _ in range(40):
        x, y, reach = LOT.randrange(900), LOT.randrange(640), LOT.randrange(20, 90)
        colour = "#" + "".join(LOT.choice("48ce") for _ in "rgb")
        canvas.create_oval(x - reach, y - reach, x + reach, y + reach, outline=colour, width=4)


def list_() -> None:
    """Two lists with buttons between."""
    for side in range(2):
        box = tk.Listbox(ROOT, width=40, height=30)
        box.grid(row=0, column=side * 2, rowspan=6)
        for number in range(40):
            box.insert("end", f"{side}{number:03d}  entry {LOT.randrange(10**6)}")
    for row, text in enumerate((">>", ">", "<", "<<")):
        ttk.Button(ROOT, text=text).grid(row=row, column=1)


def seats() -> None:
    """Numbered buttons, no two alike."""
    for row in range(8):
        for col in range(12):
            text = f"{'ABCDEFGH'[row]}{col + 1}"
            tk.Button(ROOT, text=text, width=3, height=2).grid(row=row, column=col)


if __name__ == "__main__":
    name = sys.argv[1]
    ROOT.title(name.title())
    ROOT.geometry("+120+60")
    {"list": list_}.get(name, globals().get(name))()  # type: ignore[misc]
    ROOT.mainloop()
