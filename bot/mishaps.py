"""Mishaps: what went wrong in a game, each thing once."""

from __future__ import annotations

from bot.story import Fault, Story

_MOST = 2000
"""That are told of a game."""


class Mishaps:
    """What goes wrong in a game, noted in its story as it is heard.

    Parameters
    ----------
    story
        of the game
    """

    def __init__(self, story: Story) -> None:
        self._story = story
        self._in_vain: Fault | None = None

    def add(self, fault: Fault) -> None:
        """Something went wrong; the same again in a row is counted."""
        faults = self._story.faults
        last = faults[-1] if faults else None
        if last and (last.trouble, last.step) == (fault.trouble, fault.step):
            if last.what == fault.what:
                last.times += 1
                return
            if last.time == fault.time:
                return  # the same once more, in other words
        if len(faults) < _MOST:
            faults.append(fault)

    def in_vain(self, fault: Fault) -> None:
        """A link was clicked and no tile went: a lost click, once it is clicked again.

        If it is not it was slow to go or is refused, or the game ends with it.
        """
        self._in_vain = fault

    def clicked(self, step: int) -> None:
        """A tile was clicked in a step."""
        if self._in_vain is not None and self._in_vain.step == step:
            self._story.missed += 1
            self.add(self._in_vain)
        self._in_vain = None

    def judged(self) -> None:
        """Something became of a link."""
        self._in_vain = None

    def broke_off(self, fault: Fault) -> None:
        """The game ended by an error; what was heard of it just before is the same thing."""
        faults = self._story.faults
        if faults and (faults[-1].what == fault.what or faults[-1].line == fault.line - 1):
            faults[-1].trouble, faults[-1].what = fault.trouble, fault.what
        else:
            self.add(fault)

    def end(self) -> None:
        """All was heard: in the order of the tape, and what became of the last links."""
        story = self._story
        story.faults.sort(key=lambda fault: fault.line)
        if not story.cleared:
            links = [step for step in story.steps if step.link is not None][-2:]
            clicks = [sum(not click.why for click in step.clicks) for step in links]
            # Of one before the last, one tile was clicked before the other was out of sight.
            least = [2, 1][-len(links) :] if links else []
            story.pending = sum(
                count >= most and not step.is_settled
                for step, count, most in zip(links, clicks, least, strict=True)
            )
