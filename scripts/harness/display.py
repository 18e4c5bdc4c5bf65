"""A display that nobody sees, with a session bus of its own, and what is on it, seen from outside."""

import ctypes
import re
import time
import zlib

from .processes import Service

DISPLAY = re.compile(r"^(\d+)$", re.MULTILINE)
ADDRESS = re.compile(r"^(unix:\S+)$", re.MULTILINE)
ALL_PLANES, Z_PIXMAP = 0xFFFFFFFF, 2


class Display:
    """Xvfb and a bus; `settings` are the variables by which programs find both, and those that both are started with."""

    def __init__(self, home, **settings):
        self._services, self.settings = [], settings
        try:
            self._start(home)
        except BaseException:
            self.stop()
            raise

    def _start(self, home):
        screen = self._service(home, "display", self._program(home))
        self.server_pid = screen.process.pid
        self.settings |= {"DISPLAY": f":{screen.wait_for_line(DISPLAY, 30).group(1)}"}
        bus = self._service(
            home, "bus", ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1",
                          f"--address=unix:path={home.path('run', 'bus')}"])
        self.settings["DBUS_SESSION_BUS_ADDRESS"] = bus.wait_for_line(ADDRESS, 10).group(1)

    def _program(self, home):
        """What shows the display: it prints its number."""
        return ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]

    def _service(self, home, name, arguments):
        service = Service(arguments, home.environment(**self.settings), home.path("logs", name))
        self._services.append(service)
        return service

    def stop(self):
        """Ends both, what was started last first."""
        while self._services:
            self._services.pop().stop()


class _Image(ctypes.Structure):
    """What is used of Xlib's `XImage`."""

    _fields_ = [
        ("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
        ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int), ("bitmap", ctypes.c_int * 4),
        ("bytes_per_line", ctypes.c_int)]


class Pixels:
    """What is on a display, read as any program on it can."""

    def __init__(self, name):
        self._xlib, self._libc = ctypes.CDLL("libX11.so.6"), ctypes.CDLL(None)
        self._xlib.XOpenDisplay.restype = ctypes.c_void_p
        self._xlib.XDefaultRootWindow.restype = ctypes.c_ulong
        self._xlib.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self._xlib.XGetImage.restype = ctypes.POINTER(_Image)
        self._xlib.XGetImage.argtypes = [
            ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
        self._xlib.XFree.argtypes = self._libc.free.argtypes = self._xlib.XCloseDisplay.argtypes = [ctypes.c_void_p]
        self._display = self._xlib.XOpenDisplay(name.encode())
        self._root = self._xlib.XDefaultRootWindow(self._display)

    def close(self):
        """Lets go of the display."""
        self._xlib.XCloseDisplay(self._display)

    def read(self, left, top, width, height):
        """The bytes of a rectangle: blue, green, red and nothing for each pixel."""
        image = self._xlib.XGetImage(self._display, self._root, left, top, width, height, ALL_PLANES, Z_PIXMAP)
        found = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * height)
        self._libc.free(image.contents.data)
        self._xlib.XFree(image)
        return found

    def changes(self, place, until, pause=0.001, deed=lambda: None):
        """The times, as of `time.monotonic`, at which a rectangle was found changed, up to a moment that `until` ends by answering true.

        - until: is called with the times so far.
        - deed: is done first, as soon as it is known what the rectangle looks like.
        """
        times, last = [], zlib.crc32(self.read(*place))
        deed()
        while not until(times):
            found = zlib.crc32(self.read(*place))
            if found != last:
                times.append(time.monotonic())
                last = found
            time.sleep(pause)
        return times
