"""An auto-player for link-up games: it looks at the screen, thinks, and plays with the mouse."""
