"""Names of files and windows as text: what a system hands us need not be any."""

from __future__ import annotations


def readable(text: str) -> str:
    r"""A text in which every sign is a whole one.

    Python keeps bytes that are no text in the system's encoding as halves of signs, as it does with
    every name in Chinese where the locale is ``C`` and UTF-8 is turned off.

    Examples
    --------
    >>> readable("\udce8\udcbf\udc9e.png") == "连.png"
    True
    >>> readable("bad\udcff.png") == "bad\N{REPLACEMENT CHARACTER}.png"
    True
    """
    try:
        whole = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of another kind, as in a name of Windows
        whole = text.encode("utf-8", "replace")
    return whole.decode("utf-8", "replace")
