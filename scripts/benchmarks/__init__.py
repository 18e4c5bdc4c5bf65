"""What `make bench` measures, and the targets it holds the product to."""
