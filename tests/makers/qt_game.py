"""Link-up boards as a Qt program would show them: ``python qt_game.py FOLDER``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QFont, QIcon, QLinearGradient, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsDropShadowEffect,
    QGraphicsScene,
    QGraphicsView,
    QGridLayout,
    QMainWindow,
    QPushButton,
    QToolButton,
    QWidget,
)
from window import state, tell

FOLDER = Path(sys.argv[1])
STATE = state(FOLDER)
SIZE = STATE.tile


def buttons() -> tuple[QWidget, Callable[[], None]]:
    """A grid of buttons with icons or words; cleared ones are hidden but keep their place."""
    board = QWidget()
    grid = QGridLayout(board)
    grid.setSpacing(0 if STATE.skin == "tools" else 4)
    kinds = {(row, col): (kind, on) for row, col, kind, on in STATE.tiles}
    places = {}
    for row in range(STATE.rows):
        for col in range(STATE.cols):
            kind, on = kinds.get((row, col), (0, False))
            button = QToolButton() if STATE.skin == "tools" else QPushButton()
            button.setCheckable(True)
            button.setChecked(on)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            keep = button.sizePolicy()
            keep.setRetainSizeWhenHidden(True)
            button.setSizePolicy(keep)
            button.setFixedSize(SIZE, SIZE * 2 // 3 if STATE.skin == "text" else SIZE)
            if kind and STATE.skin == "text":
                button.setText(STATE.faces[kind - 1])
                button.setFont(QFont("Noto Sans CJK SC", SIZE // 6))
            elif kind:
                button.setIcon(QIcon(STATE.picture[kind]))
                button.setIconSize(QSize(SIZE * 7 // 10, SIZE * 7 // 10))
            if not kind and STATE.skin == "tools":
                button.setEnabled(False)
                button.setAutoRaise(True)
            elif not kind:
                button.setVisible(False)
            grid.addWidget(button, row, col)
            places[row, col] = button

    def told() -> None:
        first, last = places[0, 0], places[STATE.rows - 1, STATE.cols - 1]
        one, end = first.mapToGlobal(first.rect().center()), last.mapToGlobal(last.rect().center())
        pitch_x = (end.x() - one.x()) / (STATE.cols - 1)
        pitch_y = (end.y() - one.y()) / (STATE.rows - 1)
        ratio = first.devicePixelRatioF()
        corner = first.mapToGlobal(QPointF(first.width() / 2, first.height() / 2))
        tell(
            FOLDER,
            (corner.x() - pitch_x / 2) * ratio,
            (corner.y() - pitch_y / 2) * ratio,
            pitch_x * ratio,
            pitch_y * ratio,
        )

    return board, told


def scene() -> tuple[QWidget, Callable[[], None]]:
    """Tiles in a graphics scene, with shadows, over a ground that fills the view."""
    high = SIZE * 1.2 if STATE.skin == "tiles" else SIZE
    stage = QGraphicsScene(0, 0, STATE.cols * SIZE + 60, STATE.rows * high + 60)
    for row, col, kind, on in STATE.tiles:
        x, y = 30 + col * SIZE, 30 + row * high
        if STATE.skin == "tiles":
            light = QLinearGradient(x, y, x, y + high)
            light.setColorAt(0, QColor("#b9f6ca" if on else "#ffffff"))
            light.setColorAt(1, QColor("#69f0ae" if on else "#d7ccc8"))
            body = stage.addRect(
                QRectF(x + 2, y + 2, SIZE - 5, high - 5), QPen(QColor("#6d4c41")), QBrush(light)
            )
            shadow = QGraphicsDropShadowEffect()
            shadow.setBlurRadius(6)
            shadow.setOffset(3, 3)
            body.setGraphicsEffect(shadow)
        face = QPixmap(STATE.picture[kind])
        item = stage.addPixmap(face)
        item.setPos(x + (SIZE - face.width()) / 2, y + (high - face.height()) / 2)
        if on and STATE.skin != "tiles":
            stage.addEllipse(QRectF(x + 1, y + 1, SIZE - 2, SIZE - 2), QPen(QColor("#ff1744"), 3))
    view = QGraphicsView(stage)
    stage.setParent(view)  # the view does not keep it
    view.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    ground = QPixmap(str(FOLDER / "ground.png")) if STATE.has_ground else QColor(STATE.ground)
    view.setBackgroundBrush(QBrush(ground))

    def told() -> None:
        corner = view.viewport().mapToGlobal(view.mapFromScene(30, 30))
        ratio = view.devicePixelRatioF()
        tell(FOLDER, corner.x() * ratio, corner.y() * ratio, SIZE * ratio, high * ratio)

    return view, told


def main() -> None:
    """Show the window and tell where the board lies."""
    app = QApplication([])
    app.setStyle(STATE.manner if STATE.manner in {"Windows", "Fusion"} else "Fusion")
    window = QMainWindow()
    window.setWindowTitle({"text": "成语连连看"}.get(STATE.skin, "QLinkUp"))
    for name in ("&Game", "&View", "&Help"):
        window.menuBar().addMenu(name)
    bar = window.addToolBar("game")
    for name in ("New", "Undo", "Hint", "Shuffle"):
        bar.addAction(name)
    board, told = buttons() if STATE.skin in {"icons", "tools", "text"} else scene()
    window.setCentralWidget(board)
    window.statusBar().showMessage(f"{len(STATE.tiles)} tiles left    Time 03:07")
    window.move(*STATE.at)
    if STATE.skin not in {"icons", "tools", "text"}:
        window.resize(*STATE.window)
    window.show()
    QTimer.singleShot(900, told)
    app.exec()


if __name__ == "__main__":
    main()
