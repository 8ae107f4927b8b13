// What the pages share: asks for the state ten times a second, shows it when it is new, and
// tells where the first and the last cell lie, in CSS px of the page, and the size of a px.
"use strict";

// show(state) draws it and returns a function from row and column to {x, y, width, height}.
function play(show) {
  let shown = -1;
  const probe = document.createElement("div");
  probe.style.cssText =
    "position:fixed;left:0;top:0;width:24px;height:24px;background:#ff00ff;z-index:9;display:none";
  document.documentElement.append(probe);
  async function look() {
    const state = await (await fetch("/state")).json();
    if (state.turn > 0 && state.turn !== shown) {
      const cell = await show(state);
      probe.style.display = state.probe ? "block" : "none";
      await document.fonts.ready;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      shown = state.turn;
      const ends = [cell(0, 0), cell(state.rows - 1, state.cols - 1)];
      const rects = ends.map(({ x, y, width, height }) => ({ x, y, width, height }));
      const body = JSON.stringify({ turn: shown, rects, scale: window.devicePixelRatio });
      await fetch("/geometry", { method: "POST", body });
    }
    setTimeout(look, 100);
  }
  look();
}

// Fills a parent with one element of class cell for each cell, and a tile inside where there is
// one; empty cells look `bare`, and dress(tile, kind, state) puts the face on. Returns where a cell lies.
function cells(parent, state, dress, bare = "") {
  parent.replaceChildren();
  const places = [];
  for (let row = 0; row < state.rows; row++) {
    let line = parent;
    if (parent.tagName === "TABLE" || parent.classList.contains("rows")) {
      line = document.createElement(parent.tagName === "TABLE" ? "tr" : "div");
      line.className = "row";
      parent.append(line);
    }
    for (let col = 0; col < state.cols; col++) {
      const cell = document.createElement(parent.tagName === "TABLE" ? "td" : "div");
      const kind = state.board[row][col];
      cell.className = kind ? "cell" : "cell empty";
      if (kind) {
        const tile = document.createElement("div");
        tile.className = "tile";
        if (state.selected.some(([r, c]) => r === row && c === col)) tile.classList.add("selected");
        cell.append(tile);
        dress(tile, kind, state);
      } else {
        cell.style.cssText = bare;
      }
      line.append(cell);
      places.push(cell);
    }
  }
  parent.style.setProperty("--cols", state.cols);
  return (row, col) => places[row * state.cols + col].getBoundingClientRect();
}

const text = (tile, kind, state) => (tile.textContent = state.faces[kind - 1]);
const left = (state) => state.board.flat().filter(Boolean).length;
