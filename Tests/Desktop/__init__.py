"""The window as a person and assistive technology find it: on a display that nobody sees, with the real agent."""
