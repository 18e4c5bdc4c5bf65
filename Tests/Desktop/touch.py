"""A touch screen that nobody sees, and fingers on it: Xorg with a screen in memory (`dummy`), and with the driver `inputtest` (inputtest(4)), to which a test tells over
a socket what a touch screen tells of fingers. Programs on it can't tell it from a real one."""

import contextlib
import socket
import struct
import time

from harness.display import Display
from harness.processes import wait_until

WIDTH, HEIGHT = 1280, 800
# The driver's axes go so far, whatever the size of the screen.
AXIS = 0xFFFF
# Of xf86-input-inputtest-protocol.h, version 1.1: what is told, and the states of a touch (XI2.h).
VERSION, SYNC, TOUCH = 0, 1, 6
BEGIN, UPDATE, END = 18, 19, 20
# Places for values, of which a touch has two: where it is.
VALUES = 64
# How often a screen tells where a finger is, in seconds.
BEAT = 0.012

CONFIGURATION = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
  Option "DontVTSwitch" "true"
EndSection
{devices}
Section "Device"
  Identifier "memory"
  Driver "dummy"
  VideoRam 16384
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "{width}x{height}" 83.46 1280 1344 1480 1680 800 801 804 828
EndSection
Section "Screen"
  Identifier "screen"
  Device "memory"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Modes "{width}x{height}"
    Virtual {width} {height}
  EndSubSection
EndSection
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
{uses}
EndSection
"""
DEVICE = """
Section "InputDevice"
  Identifier "{name}"
  Driver "inputtest"
  Option "DeviceType" "{kind}"
  Option "SocketPath" "{path}"
EndSection
"""


class TouchDisplay(Display):
    """A display with a touch screen, beside the keyboard and the pointer that xdotool moves."""

    def _program(self, home):
        self.socket = home.path("run", "finger")
        devices = {"keys": ("Keyboard", "CoreKeyboard"), "pointer": ("Pointer", "CorePointer"), "finger": ("Touch", "SendCoreEvents")}
        configuration = home.path("xorg.conf")
        configuration.write_text(CONFIGURATION.format(
            devices="".join(DEVICE.format(name=name, kind=kind, path=home.path("run", name)) for name, (kind, _) in devices.items()),
            uses="\n".join(f'  InputDevice "{name}" "{use}"' for name, (_, use) in devices.items()), width=WIDTH, height=HEIGHT), encoding="utf-8")
        return ["Xorg", "-displayfd", "1", "-config", str(configuration), "-logfile", str(home.path("logs", "xorg")), "-noreset", "-nolisten", "tcp",
                "-novtswitch", "-sharevts", "-keeptty"]


class Hand:
    """Fingers on the screen of a `TouchDisplay`. Points are pixels of it."""

    def __init__(self, display):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(10)
        wait_until(display.socket.exists, 10, "the socket of the touch screen")
        self._socket.connect(str(display.socket))
        self._tell(VERSION, struct.pack("<HH", 1, 1))
        self._socket.recv(64)
        self._number = 0

    def close(self):
        """Takes the hand away."""
        self._socket.close()

    def tap(self, x, y):
        """Touches a point, and lets go of it."""
        with self.finger(x, y):
            pass

    def move(self, points, seconds=0.25):
        """Moves a finger over the screen, from point to point, and lets go."""
        with self.finger(*points[0]) as finger:
            for point in points[1:]:
                finger.go(*point, seconds)

    @contextlib.contextmanager
    def finger(self, x, y):
        """A finger that is on the screen as long as the block lasts."""
        self._number += 1
        finger = Finger(self, self._number, x, y)
        try:
            yield finger
        finally:
            finger.tell(END)

    def together(self, fingers, points, seconds=0.4):
        """Moves several fingers at once, each to a point."""
        ways = [finger.way(*point, seconds) for finger, point in zip(fingers, points)]
        for steps in zip(*ways):
            for finger, step in zip(fingers, steps):
                finger.put(*step)
            time.sleep(BEAT)

    def touch(self, number, state, x, y):
        """Tells what a finger does, and waits until the display has told it to the window."""
        mask = bytes([0b11]) + bytes(VALUES // 8 - 1)
        values = [x * AXIS / (WIDTH - 1), y * AXIS / (HEIGHT - 1)] + [0.0] * (2 * VALUES - 2)
        self._tell(TOUCH, struct.pack(f"<III8s4x{2 * VALUES}d", number, state, 0, mask, *values))
        self._tell(SYNC)
        self._socket.recv(64)

    def _tell(self, kind, content=b""):
        self._socket.sendall(struct.pack("<II", 8 + len(content), kind) + content)


class Finger:
    """One finger, from when it touches the screen."""

    def __init__(self, hand, number, x, y):
        self._hand, self._number, self._x, self._y = hand, number, x, y
        self.tell(BEGIN)

    def way(self, x, y, seconds):
        """The points between here and there, where the screen tells of it."""
        count = max(2, round(seconds / BEAT))
        return [(self._x + (x - self._x) * step / count, self._y + (y - self._y) * step / count) for step in range(1, count + 1)]

    def go(self, x, y, seconds=0.25):
        """Moves it to a point, in so many seconds."""
        for step in self.way(x, y, seconds):
            self.put(*step)
            time.sleep(BEAT)

    def put(self, x, y):
        """It is at a point now."""
        self._x, self._y = x, y
        self.tell(UPDATE)

    def tell(self, state):
        """Tells its state, where it is."""
        self._hand.touch(self._number, state, self._x, self._y)
