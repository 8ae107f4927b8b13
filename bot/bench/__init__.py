"""How fast and how right: links, solving and reading, measured."""
