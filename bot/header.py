"""How large a picture is, as its file says, before anything is decoded.

A file of a few hundred bytes can ask for gigabytes, in any format. So only the formats that
screenshots come in are taken, and each is asked for its size first.
"""

from __future__ import annotations

Size = tuple[int, int]
"""Width and height, px."""

FORMATS = "PNG, JPEG, WebP, BMP, GIF or TIFF"
"""What is recognised, for messages."""

_STANDALONE = {0x01, *range(0xD0, 0xD9)}
"""JPEG markers without a length: TEM, RST0 to RST7, SOI."""
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""JPEG start-of-frame markers: C0 to CF without the three that are tables."""


def declared_size(data: bytes) -> Size | None:
    """The size that a picture file declares; None if it is no picture of a known format.

    Parameters
    ----------
    data : bytes of the whole file

    Examples
    --------
    >>> declared_size(b"GIF89a" + bytes([3, 0, 2, 0]))
    (3, 2)
    """
    for magic, size in (
        (b"\x89PNG\r\n\x1a\n", _png),
        (b"\xff\xd8", _jpeg),
        (b"RIFF", _webp),
        (b"BM", _bmp),
        (b"GIF8", _gif),
        (b"II*\0", _tiff),
        (b"MM\0*", _tiff),
    ):
        if data.startswith(magic):
            return size(data)
    return None


def _number(data: bytes, at: int, count: int, *, big: bool = False) -> int:
    """An unsigned number of some bytes; 0 beyond the end of the file."""
    return int.from_bytes(data[at : at + count], "big" if big else "little")


def _png(data: bytes) -> Size | None:
    """The chunk IHDR comes first; None where a chunk says it is longer than the file.

    For such a chunk OpenCV 5 would set aside as much memory as it asks for, up to 4 GB.
    """
    if data[12:16] != b"IHDR":
        return None
    at = 8
    while at + 12 <= len(data):
        name = data[at + 4 : at + 8]
        at += 12 + _number(data, at, 4, big=True)
        if name == b"IEND":
            size = _number(data, 16, 4, big=True), _number(data, 20, 4, big=True)
            return size if at <= len(data) else None
    return None


def _jpeg(data: bytes) -> Size | None:
    """Segment by segment up to the first frame; None too where its end was cut off."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            # Some versions of OpenCV fill up what is missing with grey, as if it were seen.
            whole = data.rfind(b"\xff\xd9", at) >= 0
            size = _number(data, at + 7, 2, big=True), _number(data, at + 5, 2, big=True)
            return size if whole else None
        if marker == 0xFF:
            at += 1
        elif marker in _STANDALONE:
            at += 2
        else:
            at += 2 + max(2, _number(data, at + 2, 2, big=True))
    return None


def _webp(data: bytes) -> Size | None:
    """One of three first chunks: lossy, lossless, or extended, which has a canvas."""
    if data[8:12] != b"WEBP" or len(data) < 30:
        return None
    match data[12:16]:
        case b"VP8 ":
            return _number(data, 26, 2) & 0x3FFF, _number(data, 28, 2) & 0x3FFF
        case b"VP8L":
            packed = _number(data, 21, 4)
            return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return _number(data, 24, 3) + 1, _number(data, 27, 3) + 1
    return None


def _bmp(data: bytes) -> Size | None:
    """Two bytes each in the oldest header, four in all others; rows may run upwards."""
    if len(data) < 26:
        return None
    if _number(data, 14, 4) == 12:
        return _number(data, 18, 2), _number(data, 20, 2)
    width, height = (int.from_bytes(data[at : at + 4], "little", signed=True) for at in (18, 22))
    return abs(width), abs(height)


def _gif(data: bytes) -> Size | None:
    """The screen that all frames lie on."""
    return (_number(data, 6, 2), _number(data, 8, 2)) if len(data) >= 10 else None


_WIDTH, _HEIGHT, _TILE_WIDTH, _TILE_HEIGHT = 256, 257, 322, 323


def _tiff(data: bytes) -> Size | None:
    """The tags of the first picture; a tile can be larger than what it is a part of."""
    big = data[:1] == b"M"
    at = _number(data, 4, 4, big=big)
    tags = {}
    for entry in range(at + 2, at + 2 + 12 * _number(data, at, 2, big=big), 12):
        tag = _number(data, entry, 2, big=big)
        if tag in {_WIDTH, _HEIGHT, _TILE_WIDTH, _TILE_HEIGHT}:
            short = _number(data, entry + 2, 2, big=big) == 3
            tags[tag] = _number(data, entry + 8, 2 if short else 4, big=big)
    if not tags.keys() >= {_WIDTH, _HEIGHT}:
        return None
    return max(tags[_WIDTH], tags.get(_TILE_WIDTH, 0)), max(
        tags[_HEIGHT], tags.get(_TILE_HEIGHT, 0)
    )
