"""Drives the real programs as a person would: a private home, services of its own, and a terminal to type at."""
