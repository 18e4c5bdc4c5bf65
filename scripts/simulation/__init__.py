"""How many machines so many devices need, from what was measured."""
