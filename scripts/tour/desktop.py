"""A desktop that nobody sees: a display and a daemon that shows notifications, each in a window of its own."""

import re
import subprocess

from harness.processes import Service, wait_until

from . import drawing

# Its windows are rounded: what is black around them becomes transparent.
CORNERS = [
    "-bordercolor", "black", "-border", "1", "-alpha", "set", "-channel", "RGBA", "-fill", "none", "-floodfill", "+0+0", "black", "-shave", "1x1"]
DAEMON = "/usr/lib/notification-daemon/notification-daemon"
NUMBER = re.compile(r"^(\d+)$", re.MULTILINE)


class Desktop:
    """A display of its own, with GNOME's notification daemon, which shows what a notification offers as buttons."""

    def __init__(self, home, **session):
        self._home, self._daemon = home, None
        self._display = Service(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], home.environment(), home.path("logs", "display"))
        try:
            self.environment = home.environment(DISPLAY=f":{self._display.wait_for_line(NUMBER, 30).group(1)}", **session)
            self._start_daemon()
        except BaseException:
            self.stop()
            raise

    def notification_of(self, action, file, seconds):
        """Does something, and draws the notification that comes of it."""
        # The daemon keeps what was closed on the screen, and shows nothing else meanwhile.
        self._start_daemon()
        action()
        window = wait_until(lambda: self._notifications(), seconds, "a notification on the desktop")[0]
        drawing.take(window, file, self.environment, CORNERS)

    def stop(self):
        """Ends the daemon, then the display."""
        for service in (self._daemon, self._display):
            if service is not None:
                service.stop()

    def _start_daemon(self):
        if self._daemon is not None:
            self._daemon.stop()
        self._daemon = Service([DAEMON], self.environment, self._home.path("logs", "notifications"))
        waiting = ["gdbus", "wait", "--session", "--timeout", "30", "org.freedesktop.Notifications"]
        subprocess.run(waiting, env=self.environment, check=True, timeout=40)

    def _notifications(self):
        search = ["xdotool", "search", "--onlyvisible", "--class", "notification-daemon"]
        return subprocess.run(search, env=self.environment, capture_output=True, text=True, check=False, timeout=30).stdout.split()
