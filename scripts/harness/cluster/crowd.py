"""Thousands of streams, which come back when their server tells them to, as docs/server.md has it."""

import asyncio
import contextlib
import resource
import threading
import time
import urllib.parse

# How many connect at the same time when the crowd begins.
AT_ONCE = 50
# How long a client waits that was told nothing, in seconds.
PAUSE = 0.2
# What an answer may take, and a silence: the server says something every 15 seconds.
ANSWER, SILENCE = 10, 40


class Crowd(threading.Thread):
    """Listens with a stream for each session, from an event's id on, until `stop`."""

    def __init__(self, url, sessions, start):
        super().__init__(daemon=True)
        count = len(sessions)
        self._host, self._port = urllib.parse.urlsplit(url).netloc.split(":")
        self._sessions = sessions
        self.numbers = [[] for _ in range(count)]
        self._last = [start] * count
        self._open = [False] * count
        # How long streams were away, in seconds, and what else than a stream they were answered with.
        self.absences, self.refusals = [], 0
        self._loop, self._end = asyncio.new_event_loop(), None
        allow_descriptors(count + 1000)

    def run(self):
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._all())

    async def _all(self):
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._end = asyncio.gather(*(self._listen(index) for index in range(len(self._last))), return_exceptions=True)
        await self._end

    def stop(self):
        """Ends all streams."""
        self._loop.call_soon_threadsafe(lambda: self._end and self._end.cancel())
        self.join(timeout=30)

    @property
    def open_count(self):
        """How many streams are open now."""
        return sum(self._open)

    async def _listen(self, index):
        ended = None
        while True:
            pause = PAUSE
            try:
                async with self._gate:
                    reader, writer = await asyncio.wait_for(self._begin(index), ANSWER)
                if ended is not None:
                    self.absences.append(time.monotonic() - ended)
                self._open[index] = True
                try:
                    pause = await self._read(index, reader)
                finally:
                    self._open[index], ended = False, time.monotonic()
                    writer.close()
            except (OSError, EOFError, asyncio.TimeoutError):
                pass  # it is tried again
            await asyncio.sleep(pause)

    async def _begin(self, index):
        reader, writer = await asyncio.open_connection(self._host, int(self._port))
        writer.write(
            (f"GET /v1/events HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {self._sessions[index]}\r\n"
             f"Last-Event-ID: {self._last[index]}\r\n\r\n").encode())
        status = await reader.readline()
        if b" 200 " not in status:
            self.refusals += bool(status)
            writer.close()
            raise EOFError
        while (await reader.readline()).strip():
            pass
        return reader, writer

    async def _read(self, index, reader):
        """Reads to the end of a stream, whose every event is in a chunk of its own.

        Returns: how long to wait, in seconds.
        """
        is_push, pause = False, PAUSE
        while line := await asyncio.wait_for(reader.readline(), SILENCE):
            if line.startswith(b"event: "):
                is_push = line == b"event: push\n"
            elif line.startswith(b"id: "):
                self._last[index] = line[4:-1].decode()
                if is_push:
                    self.numbers[index].append(int(line[4:].split(b"-", 1)[0]))
            elif line.startswith(b"retry: "):
                pause = int(line[7:]) / 1000
        return pause


def allow_descriptors(count):
    """Raises this process's limit of open files, and that of what it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(count, 16_384)), hard))
