"""The pictures of docs/tour.md: real programs in a real terminal and on a real desktop, on a display that nobody sees."""
