"""Windows of an ordinary Qt program: ``python qt_windows.py NAME``."""

from __future__ import annotations

import sys
from random import Random

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import (
    QApplication,
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QWidget,
)

LOT = Random(4)
WORDS = ("north", "harbour", "river", "station", "garden", "market", "bridge", "tower", "school")


def table() -> QWidget:
    """Numbers in a table."""
    widget = QTableWidget(24, 9)
    for row in range(24):
        for col in range(9):
            widget.setItem(row, col, QTableWidgetItem(str(LOT.randrange(10**5))))
    return widget


def form() -> QWidget:
    """Fields of every sort."""
    widget = QTabWidget()
    for tab in ("General", "Network", "Sound"):
        inner = QWidget()
        lines = QFormLayout(inner)
        for word in WORDS:
            field = LOT.choice((QLineEdit, QSpinBox, QComboBox, QCheckBox, QProgressBar))()
            lines.addRow(word.title(), field)
        slider = QSlider(Qt.Orientation.Horizontal)
        lines.addRow("Volume", slider)
        lines.addRow(QPushButton("Apply"))
        widget.addTab(inner, tab)
    return widget


def keypad() -> QWidget:
    """A field and a block of keys."""
    widget = QWidget()
    grid = QGridLayout(widget)
    grid.addWidget(QLineEdit("0"), 0, 0, 1, 5)
    for number, key in enumerate("789/C456*(123-)0.=+%"):
        button = QPushButton(key)
        button.setFixedSize(80, 70)
        button.setFont(QFont("DejaVu Sans", 18))
        grid.addWidget(button, 1 + number // 5, number % 5)
    return widget


def colours() -> QWidget:
    """A block of swatches, all different."""
    widget = QWidget()
    grid = QGridLayout(widget)
    for number in range(96):
        swatch = QLabel()
        swatch.setFixedSize(44, 44)
        colour = QColor.fromHsv(number * 29 % 360, 60 + number * 2, 255 - number)
        swatch.setStyleSheet(f"background:{colour.name()}")
        grid.addWidget(swatch, number // 12, number % 12)
    return widget


def main() -> None:
    """Show the window of that name."""
    app = QApplication([])
    app.setStyle("Fusion")
    name = sys.argv[1]
    makes = {make.__name__: make for make in (table, form, keypad, colours)}
    window = QMainWindow()
    window.setWindowTitle(name.title())
    window.setCentralWidget(QCalendarWidget() if name == "calendar" else makes[name]())
    for menu in ("&File", "&Edit", "&View", "&Help"):
        window.menuBar().addMenu(menu)
    window.resize(1000, 720)
    window.move(80, 50)
    window.show()
    app.exec()


if __name__ == "__main__":
    main()
