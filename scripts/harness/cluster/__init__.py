"""A cluster on this machine: PostgreSQL with a standby, several nodes of the server, and a balancer before them."""
