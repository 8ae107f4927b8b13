"""Pages without a link-up board, most of them full of lattices all the same."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable
from random import Random

from faces import SIGNS

SAID = (
    "the window keeps its place while the list below it grows and every row shows a name a size "
    "and the day it was last changed so that a reader can find what was written when and by whom"
)
WORDS = SAID.split()
THEMES = (  # paper, ink, accent, font
    ("#ffffff", "#202124", "#1a73e8", '"DejaVu Sans"'),
    ("#1e1e1e", "#d4d4d4", "#569cd6", '"DejaVu Sans"'),
    ("#fdf6e3", "#586e75", "#cb4b16", '"DejaVu Serif"'),
    ("#f4f7fb", "#223344", "#00897b", '"Noto Sans CJK SC"'),
)
CHESS = dict(zip("kqrbnpKQRBNP.", "♚♛♜♝♞♟♔♕♖♗♘♙ ", strict=True))
ROUND = "border-radius:50%"
LINED = "box-sizing:border-box;border:1px solid #888"


def page(name: str, seed: int) -> str:
    """The page of that name, one of `PAGES`, as HTML; the seed chooses colours and contents."""
    paper, ink, accent, font = THEMES[seed % len(THEMES)]
    title = name.replace("_", " ").capitalize()
    style = (
        f"body{{margin:0;background:{paper};color:{ink};font:14px {font}}}"
        f"header{{background:{accent};color:#fff;padding:10px 20px;font-size:18px}}"
        "main{padding:16px 24px}td{padding:5px 10px}"
        f".grid{{display:grid;width:max-content;text-align:center}}"
    )
    body = PAGES[name](Random(f"{name} {seed}"))
    return (
        f"<!doctype html><meta charset=utf-8><title>{title}</title><style>{style}</style>"
        f"<header>{title}</header><main>{body}</main>"
    )


def _text(lot: Random, words: int) -> str:
    return " ".join(lot.choices(WORDS, k=words)).capitalize() + "."


def _field(colour: str, sign: object = "", style: str = "") -> str:
    return f'<div style="height:100%;background:{colour};{style}">{sign}</div>'


def _grid(fields: Iterable[str], cols: int, size: int, font: int, gap: int = 0) -> str:
    """Square fields of ``size`` px, ``cols`` to a row, ``gap`` px apart."""
    look = f"grid-template-columns:repeat({cols},{size}px);grid-auto-rows:{size}px;gap:{gap}px"
    return f'<div class=grid style="{look};font-size:{font}px;line-height:{size}px">' + (
        "".join(f"<div>{field}</div>" for field in fields) + "</div>"
    )


def _disc(colour: str, size: int) -> str:
    place = f"width:{size}px;height:{size}px;display:inline-block;vertical-align:middle"
    return f'<i style="{place};{ROUND};background:{colour}"></i>' if colour else ""


def _table(rows: Iterable[Iterable[object]], style: str = "") -> str:
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table border=1 style="border-collapse:collapse;{style}">{body}</table>'


def _shade(lot: Random) -> str:
    ends = (f"hsl({lot.randrange(360)} 65% {light}%)" for light in (40, 75))
    return f"linear-gradient({lot.randrange(360)}deg,{','.join(ends)})"


def article(lot: Random) -> str:
    """Headings and text."""
    return "".join(f"<h2>{_text(lot, 3)}</h2><p>{_text(lot, 120)}</p>" for _ in range(5))


def data_table(lot: Random) -> str:
    """Rows of numbers."""
    return _table(
        [lot.choice(WORDS), *(f"{lot.random() * 1000:.2f}" for _ in range(7))] for _ in range(24)
    )


def spreadsheet(lot: Random) -> str:
    """Lettered columns, numbered rows, half of the cells empty."""
    rows: list[list[object]] = [["", *"ABCDEFGHIJKL"]]
    for number in range(1, 25):
        numbers = (lot.randrange(500) if lot.random() < 0.5 else "" for _ in range(12))
        rows.append([number, *numbers])
    return _table(rows, "text-align:right;table-layout:fixed;width:1000px")


def gallery(lot: Random) -> str:
    """Thumbnails, no two alike."""
    return _grid((_field(_shade(lot)) for _ in range(32)), 8, 120, 14, 10)


def shop(lot: Random) -> str:
    """Products with prices, and the same button under each."""
    fields = (
        f'<div style="line-height:1.5"><span style="font-size:52px">{sign}</span><br>'
        f"{lot.choice(WORDS)}<br><b>{lot.randrange(2, 90)}.99</b><br>"
        "<button>Add to cart</button></div>"
        for sign in lot.sample(SIGNS["food"], 18)
    )
    return _grid(fields, 6, 160, 14, 14)


def month(lot: Random) -> str:
    """A calendar with entries."""
    weeks = calendar.Calendar().monthdayscalendar(2025, lot.randrange(1, 13))
    notes = ["", "", "", *WORDS[:6]]
    rows = [[f"<b>{d}</b><br>{lot.choice(notes)}&nbsp;" if d else "" for d in w] for w in weeks]
    return _table(rows, "table-layout:fixed;width:980px;line-height:2.4")


def emoji_picker(lot: Random) -> str:
    """Every sign once, under headings."""
    names = ("animals", "food", "faces", "things")
    return "".join(f"<h4>{n}</h4>" + _grid(lot.sample(SIGNS[n], 28), 14, 42, 26) for n in names)


def keyboard(lot: Random) -> str:
    """Rows of keys, each half a key further in."""
    rows = ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./")
    lines = (
        f'<div style="padding-left:{n * 28}px">'
        + _grid((_field("#8883", key, "border-radius:8px") for key in row), len(row), 56, 20, 8)
        + "</div><br>"
        for n, row in enumerate(rows)
    )
    return f"<p>{_text(lot, 12)}</p>" + "".join(lines)


def chess(lot: Random) -> str:
    """A position after some moves nobody would make."""
    board = list("rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR")
    for _ in range(lot.randrange(14)):
        start, end = lot.randrange(64), lot.randrange(16, 48)
        board[start], board[end] = ".", board[start]
    ink = "color:#000;font-family:Symbola"
    fields = (
        _field("#b58863" if (n + n // 8) % 2 else "#f0d9b5", CHESS[piece], ink)
        for n, piece in enumerate(board)
    )
    return _grid(fields, 8, 72, 54)


def sudoku(lot: Random) -> str:
    """Nine times nine fields with about half their digits."""
    names = lot.sample(range(1, 10), 9)
    digits = (names[(3 * (n // 9 % 3) + n // 27 + n) % 9] for n in range(81))
    shown = (digit if lot.random() < 0.45 else "" for digit in digits)
    return _grid((_field("transparent", digit, LINED) for digit in shown), 9, 54, 24)


def minesweeper(lot: Random) -> str:
    """A half opened field of mines."""
    inks = ("", "#00f", "#080", "#f00", "#008")
    closed = "box-sizing:border-box;border:3px outset #eee"
    fields = []
    for mines in lot.choices([0, 1, 2, 3, 4, None], [6, 4, 3, 1, 0.4, 8], k=16 * 24):
        flag = "⚑" if lot.random() < 0.1 else ""
        style = closed if mines is None else f"{LINED};color:{inks[mines]}"
        fields.append(_field("#ccc", flag if mines is None else mines or "", style))
    return _grid(fields, 24, 30, 16)


def doubling(lot: Random) -> str:
    """Powers of two on four by four fields."""
    fields = (
        _field(f"hsl({44 - 6 * n} 70% {86 - 6 * n}%)", 2**n if n else "", "color:#443")
        for n in lot.choices(range(8), k=16)
    )
    return _grid(fields, 4, 110, 38, 12)


def crossword(lot: Random) -> str:
    """Black and white fields, some with letters."""
    fields = (
        _field("#000" if lot.random() < 0.25 else "#fff", lot.choice(["", "", *"AEIRST"]), LINED)
        for _ in range(169)
    )
    return '<div style="color:#000">' + _grid(fields, 13, 46, 20) + "</div>"


def go_board(lot: Random) -> str:
    """Black and white stones on the crossings of lines."""
    lines = "linear-gradient(#000,#000) 50%/"
    cross = f"{lines}1px 100% no-repeat,{lines}100% 1px no-repeat #dcb35c"
    stones = (_disc(lot.choice(["", "", "", "#111", "#fafafa"]), 26) for _ in range(361))
    return _grid((_field(cross, stone, "line-height:26px") for stone in stones), 19, 30, 1)


def reversi(lot: Random) -> str:
    """Discs of two colours on green fields."""
    discs = (_disc(lot.choice(["", "#000", "#fff"]), 48) for _ in range(64))
    return _grid((_field("#0a7d3c", disc, LINED) for disc in discs), 8, 62, 1)


def draughts(lot: Random) -> str:
    """Men on the dark fields alone."""
    men = ["#b71c1c"] * 40 + [""] * 20 + ["#fafafa"] * 40
    fields = []
    for n, man in enumerate(men):
        dark = (n + n // 10) % 2 == 1
        there = dark and lot.random() < 0.9
        fields.append(_field("#769656" if dark else "#eeeed2", _disc(man if there else "", 44)))
    return _grid(fields, 10, 56, 1)


def memory(lot: Random) -> str:
    """Cards face down, two of them open."""
    back = "repeating-linear-gradient(45deg,#c33 0 8px,#a22 8px 16px)"
    open_ = lot.sample(range(40), 2)
    fields = (
        _field("#fff", lot.choice(SIGNS["animals"])) if n in open_ else _field(back)
        for n in range(40)
    )
    return _grid(fields, 8, 84, 48, 10)


def seats(lot: Random) -> str:
    """Seats of a cinema, free, taken and chosen."""
    colours = ("#4caf50", "#4caf50", "#9e9e9e", "#ff9800")
    fields = (_field(lot.choice(colours), "", "border-radius:8px 8px 2px 2px") for _ in range(220))
    return "<p>SCREEN</p>" + _grid(fields, 22, 36, 14, 6)


def nonogram(lot: Random) -> str:
    """Black and white fields."""
    fields = (_field("#222" if lot.random() < 0.5 else "#fff", "", LINED) for _ in range(400))
    return _grid(fields, 20, 30, 14)


def year(lot: Random) -> str:
    """A year of days in five shades of green."""
    shades = ("#ebedf0", "#9be9a8", "#40c463", "#30a14e", "#216e39")
    return _grid((_field(lot.choice(shades)) for _ in range(53 * 7)), 53, 16, 1, 4)


def bingo(lot: Random) -> str:
    """Numbers from 1 to 75, some of them called."""
    colours = ("#ffd54f", "#eceff1", "#eceff1")
    fields = (_field(lot.choice(colours), n, f"color:#222;{ROUND}") for n in range(1, 76))
    return _grid(fields, 15, 54, 18, 6)


PAGES: dict[str, Callable[[Random], str]] = {
    make.__name__: make
    for make in (
        *(article, data_table, spreadsheet, gallery, shop, month, emoji_picker, keyboard),
        *(chess, sudoku, minesweeper, doubling, crossword, go_board, reversi, draughts),
        *(memory, seats, nonogram, year, bingo),
    )
}
