"""A headless browser for tests: what it makes of a page, and what it complains about."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or ""
_QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--disable-dev-shm-usage", "--enable-logging=stderr"),
    # A page in a frame of another page that measures it, both from the disk.
    "--allow-file-access-from-files",
)
_MEASURE = """<!DOCTYPE html><body><script>
addEventListener("load", async () => {
  const page = document.querySelector("iframe").contentDocument;
  const images = [...page.images];
  for (let tries = 0; tries < 40 && !images.every((image) => image.complete); tries += 1) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  const shown = (each) => each.getClientRects().length;
  const seen = (what) => [...page.querySelectorAll(what)].filter(shown).length;
  page.documentElement.style.scrollBehavior = "auto";
  const went = [..."KEYS"].map((key) => {
    const held = key !== key.toLowerCase();
    const pressed = { key: key.toLowerCase(), ctrlKey: held, bubbles: true };
    page.body.dispatchEvent(new KeyboardEvent("keydown", pressed));
    const top = (step) => Math.abs(step.getBoundingClientRect().top);
    const steps = [...page.querySelectorAll(".step")].filter(shown);
    return steps.filter((step) => top(step) < 20).map((step) => step.id).join(" ");
  });
  const box = (step) => step.getBoundingClientRect();
  const cards = [...page.querySelectorAll(".step")].filter(shown).map(box);
  const ends = {};
  cards.forEach((card) => { ends[Math.round(card.top)] = Math.round(card.right); });
  const said = {
    went,
    ends: Object.values(ends),
    width: page.documentElement.scrollWidth,
    ground: getComputedStyle(page.body).backgroundColor,
    images: images.filter((image) => image.naturalWidth).length,
    links: [...page.links].filter((a) => !page.getElementById(a.hash.slice(1))).length,
    steps: seen(".step"),
    plots: seen(".plot"),
    comfort: page.documentElement.classList.contains("comfort"),
    tags: page.querySelectorAll("script, main img:not(figure img)").length,
  };
  document.body.dataset.said = JSON.stringify(said);
});
</script><iframe src="PAGE" width="WIDTH" height="900" SANDBOX style="border:0"></iframe>"""


def browse(page: Path, *arguments: str) -> tuple[str, str]:
    """Open a page: what the browser answers on stdout, and what the page's console says."""
    home = page.parent / "browser"
    command = [CHROMIUM, *_QUIET, f"--user-data-dir={home}", *arguments, page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout, "\n".join(console)


def measured(
    page: Path, width: int, *arguments: str, scripts: bool = True, keys: str = ""
) -> dict[str, Any]:
    """What a page is in a window so wide.

    Its width, the colour of its ground, pictures shown, links that lead nowhere, steps and plots
    that are seen, whether its script ran, and how many scripts, and pictures outside of figures,
    there are; where each row of steps ends; and the step at the top of the window after each key,
    which is pressed with Ctrl where it is given in capitals.
    """
    sandbox = "" if scripts else 'sandbox="allow-same-origin"'
    text = _MEASURE.replace("KEYS", keys).replace("PAGE", page.name).replace("WIDTH", str(width))
    harness = page.with_name("measure.html")
    harness.write_text(text.replace("SANDBOX", sandbox), encoding="utf-8")
    shown, console = browse(harness, "--dump-dom", "--virtual-time-budget=5000", *arguments)
    (said,) = re.findall(r'data-said="([^"]*)"', shown)
    return dict(json.loads(unescape(said)), console=console)
