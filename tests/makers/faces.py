"""Faces for the tiles: drawn here, or signs of the system's fonts."""

from __future__ import annotations

import colorsys
import math
from functools import cache
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFilter, ImageFont

EMOJI_FONT = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
EMOJI_SIZE = 109  # the one size this bitmap font has, px
FONTS = {
    "sans": "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
    "serif": "/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf",
    "symbols": "/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf",
    "han": "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "brush": "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc",
}
EMOJI = frozenset({"animals", "food", "things", "plants", "faces"})
OVERSIZE = 4  # drawn this much larger, then made smaller: smooth edges

SIGNS = {
    "animals": "🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🦉🐺🐗🐴🦄🐝🐛🦋🐌🐞🐢🐍🐙🦀🐠🐬🐳🦈",
    "food": "🍎🍊🍋🍌🍉🍇🍓🍒🍑🍍🥝🍅🥑🍆🥔🥕🌽🍄🍞🧀🍗🍔🍟🍕🌭🍩🍪🎂🍫🍭🍺🍷",
    "things": "⚽🏀🏈⚾🎾🎱🎲🎸🎺🎻🥁🎯🎨🚗🚕🚌🚓🚑🚒🚜🚲🚀⛵🎈🎁🔑🔔📷💡📚✂📌",
    "plants": "🌵🌲🌴🌱🌿🍀🍁🍂🌾🌺🌻🌹🌷🌼🌸💐⭐🌙☀⚡🔥❄🌈💧",
    "faces": "😀😁😂😅😉😊😎😍😘😜🤔😐😴😷🤒🤢😇🤠🤓😈👻👽🤖🎃💩😺😱😡🥶🤯",
    "dingbats": "★♠♣♥♦♫☂☎✈✉✂✎☀☁☃☕☘☠☢☯☸♔♕♖♗♘♙⚓⚔⚖⚙⚛⚡⚑✿❄❤✚",
    "mahjong": "".join(chr(0x1F000 + n) for n in range(34)),
    "chess": "將士象車馬炮卒帥仕相俥傌砲兵",
    "han": "春夏秋冬天地日月山水火木金土花鳥魚虫風雲雨雪龍虎馬牛羊犬豆米茶酒刀弓衣食住行",
    "letters": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
}
WORDS = {
    "fruit": "苹果 香蕉 西瓜 葡萄 草莓 樱桃 柠檬 菠萝 芒果 "
    "桃子 李子 石榴 荔枝 龙眼 椰子 木瓜 橙子 柚子",
    "english": "apple river stone cloud tiger piano lemon chair bread ocean horse grass "
    "clock tower dream sugar north queen lunar mango eagle plaza",
    "idiom": "一心一意 三长两短 四面八方 五光十色 六神无主 七上八下 "
    "九牛一毛 十全十美 百发百中 千变万化 万紫千红 半信半疑",
}


@cache
def signs(name: str) -> tuple[str, ...]:
    """The texts of a set, one for each kind; none where the faces are drawn."""
    return tuple(WORDS[name].split()) if name in WORDS else tuple(SIGNS.get(name, ""))


def face(name: str, kind: int, size: int, ink: str = "#202020") -> Image.Image:
    """Face of a kind, RGBA, ``size`` px square, nothing behind it.

    ``name`` is a set of signs, or one of ``polygons``, ``stones``, ``gems``, ``critters``.
    """
    drawn = {"polygons": _polygon, "stones": _stone, "gems": _gem, "critters": _critter}
    if name in drawn:
        big = drawn[name](kind - 1, size * OVERSIZE)
    elif name in EMOJI:
        big = _emoji(signs(name)[kind - 1])
    else:
        font = {"mahjong": "symbols", "dingbats": "symbols", "letters": "sans"}.get(name, "brush")
        big = _sign(signs(name)[kind - 1], font, size * OVERSIZE, ink)
    return big.resize((size, size), Image.Resampling.LANCZOS)


def save_faces(name: str, kinds: int, size: int, ink: str, folder: Path) -> None:
    """Write the faces of kinds 1 to ``kinds`` as ``1.png`` and so on, ``size`` px square."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in range(1, kinds + 1):
        face(name, kind, size, ink).save(folder / f"{kind}.png")


def hue(kind: int, saturation: float = 0.75, value: float = 0.9) -> tuple[int, int, int]:
    """A colour of its own for each kind: the golden angle keeps neighbours apart."""
    red, green, blue = colorsys.hsv_to_rgb(kind * 0.381966 % 1, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


def _blank(size: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image)


def _emoji(sign: str) -> Image.Image:
    font = ImageFont.truetype(EMOJI_FONT, EMOJI_SIZE)
    image = Image.new("RGBA", (136, 136), (0, 0, 0, 0))
    ImageDraw.Draw(image).text((68, 68), sign, font=font, embedded_color=True, anchor="mm")
    box = image.getbbox() or (0, 0, 136, 136)
    side = max(box[2] - box[0], box[3] - box[1])
    square = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    square.paste(image.crop(box), ((side - box[2] + box[0]) // 2, (side - box[3] + box[1]) // 2))
    return square


def _sign(sign: str, font: str, size: int, ink: str) -> Image.Image:
    image, draw = _blank(size)
    share = 0.8 if len(sign) == 1 else 0.95 / len(sign)
    type_ = ImageFont.truetype(FONTS[font], int(size * share))
    draw.text((size / 2, size / 2), sign, font=type_, fill=ink, anchor="mm")
    return image


def _ring(points: int, size: float, turn: float, inner: float = 1.0) -> list[tuple[float, float]]:
    """Corners of a star round the middle; every second one drawn in by ``inner``."""
    return [
        (
            size / 2
            + math.cos(turn + math.tau * n / points) * size * 0.47 * (inner if n % 2 else 1),
            size / 2
            + math.sin(turn + math.tau * n / points) * size * 0.47 * (inner if n % 2 else 1),
        )
        for n in range(points)
    ]


def _polygon(kind: int, size: int) -> Image.Image:
    image, draw = _blank(size)
    shapes = ((3, 1.0), (4, 1.0), (5, 1.0), (6, 1.0), (10, 0.45), (16, 0.6), (8, 0.35), (60, 1.0))
    points, inner = shapes[kind % len(shapes)]
    colour = hue(kind // 2)
    dark = tuple(part // 2 for part in colour)
    draw.polygon(
        _ring(points, size, -math.pi / 2, inner), fill=colour, outline=dark, width=size // 20
    )
    if kind % 3 == 1:
        draw.ellipse(
            [size * 0.38, size * 0.38, size * 0.62, size * 0.62], fill="white", outline=dark
        )
    elif kind % 3 == 2:
        draw.line([size * 0.3, size * 0.55, size * 0.7, size * 0.55], fill=dark, width=size // 10)
    return image


def _stone(kind: int, size: int) -> Image.Image:
    """A glossy round stone: a ball lit from the top left, with bands or dots to tell it by."""
    image, draw = _blank(size)
    colour = hue(kind, 0.8 if kind % 3 else 0.35, 0.85 if kind % 2 else 0.6)
    edge = size * 0.03
    draw.ellipse([edge, edge, size - edge, size - edge], fill=tuple(c // 2 for c in colour))
    for step in range(24):
        share = step / 24
        lit = tuple(int(c * (0.55 + 0.45 * share)) for c in colour)
        reach = size * (0.46 - 0.4 * share)
        x, y = size * (0.5 - 0.12 * share), size * (0.5 - 0.14 * share)
        draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill=lit)
    mark = (kind // 2) % 4
    light = (255, 255, 255, 160)
    if mark == 1:
        draw.ellipse(
            [size * 0.33, size * 0.33, size * 0.67, size * 0.67], outline=light, width=size // 14
        )
    elif mark == 2:
        draw.line([size * 0.2, size * 0.5, size * 0.8, size * 0.5], fill=light, width=size // 12)
    elif mark == 3:
        corners = _ring(3, size / 2, -math.pi / 2)
        draw.polygon([(x + size / 4, y + size / 4) for x, y in corners], fill=light)
    gloss, pen = _blank(size)
    pen.ellipse([size * 0.24, size * 0.14, size * 0.5, size * 0.34], fill=(255, 255, 255, 190))
    return Image.alpha_composite(image, gloss.filter(ImageFilter.GaussianBlur(size / 40)))


def _gem(kind: int, size: int) -> Image.Image:
    """A cut gem: facets of one colour from a table in the middle to the girdle."""
    image, draw = _blank(size)
    sides = (4, 6, 8, 5, 12, 3)[kind % 6]
    colour = hue(kind, 0.85, 0.95)
    outer = _ring(sides, size, -math.pi / 2 + kind % 2 * math.pi / sides)
    middle = [
        (size / 2 + (x - size / 2) * 0.55, size / 2 + (y - size / 2) * 0.55) for x, y in outer
    ]
    for side in range(sides):
        near = (side + 1) % sides
        share = 0.45 + 0.5 * (1 + math.sin(math.tau * side / sides + 1)) / 2
        tone = tuple(int(part * share) for part in colour)
        draw.polygon([outer[side], outer[near], middle[near], middle[side]], fill=tone)
    draw.polygon(middle, fill=colour)
    draw.line([*middle, middle[0]], fill=(255, 255, 255, 150), width=max(size // 50, 1))
    return image


def _critter(kind: int, size: int) -> Image.Image:
    """The head of an animal nobody has met: ears, eyes, snout and spots by its number."""
    image, draw = _blank(size)
    lot = Random(kind)
    fur = hue(kind, lot.uniform(0.15, 0.7), lot.uniform(0.5, 0.98))
    dark = tuple(int(part * 0.6) for part in fur)

    def disc(x: float, y: float, wide: float, high: float, fill: object) -> None:
        box = [(x - wide) * size, (y - high) * size, (x + wide) * size, (y + high) * size]
        draw.ellipse(box, fill=fill, outline="#302018", width=size // 60)  # type: ignore[arg-type]

    for side in (-1, 1):
        if kind % 4 == 0:
            disc(0.5 + side * 0.3, 0.22, 0.15, 0.15, dark)
        elif kind % 4 == 1:
            disc(0.5 + side * 0.16, 0.2, 0.08, 0.2, dark)
        elif kind % 4 == 2:
            tip = [(0.5 + side * 0.4, 0.04), (0.5 + side * 0.1, 0.25), (0.5 + side * 0.4, 0.45)]
            draw.polygon([(x * size, y * size) for x, y in tip], fill=dark)
        else:
            disc(0.5 + side * 0.4, 0.5, 0.08, 0.22, dark)
    disc(0.5, 0.55, 0.38, 0.36 + 0.06 * (kind % 2), fur)
    for side in (-1, 1):
        disc(0.5 + side * 0.15, 0.45, 0.08, 0.09, "white")
        disc(0.5 + side * 0.14, 0.47, 0.035, 0.045, "#101010")
    snout = hue(kind + 5, 0.3, 0.95)
    if kind % 3 == 0:
        disc(0.5, 0.72, 0.18, 0.11, snout)
        disc(0.45, 0.72, 0.02, 0.03, dark)
        disc(0.55, 0.72, 0.02, 0.03, dark)
    elif kind % 3 == 1:
        beak = [(0.36, 0.62), (0.64, 0.62), (0.5, 0.85)]
        draw.polygon([(x * size, y * size) for x, y in beak], fill="#f0a020", outline="#604010")
    else:
        disc(0.5, 0.64, 0.05, 0.04, "#201010")
        draw.arc([0.36 * size, 0.6 * size, 0.64 * size, 0.8 * size], 20, 160, "#201010", size // 40)
    return image
