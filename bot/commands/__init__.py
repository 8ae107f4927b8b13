"""The commands, a module for each group; `bot.cli` puts them together."""
