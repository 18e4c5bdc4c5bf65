"""Brokers of Debian, each in a directory and on a port of its own, started without their services and without rights; and callers that publish to them."""

import contextlib
import json
import os
import pathlib
import pwd
import shutil
import struct
import tempfile

from harness.cluster.api import is_open
from harness.cluster.ports import free_port
from harness.processes import Service, wait_until

from .amqp import connect_publisher, publish
from .load import connect, read_until

START_SECONDS = 90


class Broker:
    """One that runs. `answer` is how its acknowledgement ends, `syncs` when what it acknowledged is on the disk."""

    answer = ("lines", 2)
    syncs = ""

    def __init__(self):
        self._stack = contextlib.ExitStack()
        self.port = free_port()
        user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self._prefix = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--no-new-privs"] if user else []
        # In /tmp: whoever has no rights may not enter a directory of root's.
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="broker-", dir="/tmp"))
        self._stack.callback(shutil.rmtree, self.directory)
        if user:
            os.chown(self.directory, user.pw_uid, user.pw_gid)
        try:
            self._begin()
            wait_until(lambda: is_open(self.port), START_SECONDS, f"{type(self).__name__} to listen", self._log)
        except BaseException:
            self.close()
            raise

    def close(self):
        """Ends it and removes its files."""
        self._stack.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def callers(self, count, payload):
        """Connections that are ready to publish to a queue of their own each, and what each publishes."""
        callers = []
        for number in range(count):
            one = connect(self.port)
            self._stack.callback(one.close)
            callers.append((one, self._introduce(one, number, payload)))
        return callers

    def _run(self, *words, environment=()):
        log = self.directory.with_suffix(".log")
        self._stack.callback(log.unlink, missing_ok=True)
        service = Service(
            [*self._prefix, *map(str, words)], {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(self.directory), "LC_ALL": "C.UTF-8", **dict(environment)}, log)
        self._stack.callback(service.stop)
        self._log = service.log_text

    def _begin(self):
        raise NotImplementedError

    def _introduce(self, one, number, payload):
        raise NotImplementedError

    @staticmethod
    def _log():
        return "it was not started"


class Mosquitto(Broker):
    """Messages of quality 1 for a session that is away."""

    answer = ("bytes", 4)
    syncs = "never before it acknowledges: it keeps messages in memory, and writes them out every half hour and when it ends"

    def _begin(self):
        file = self.directory / "mosquitto.conf"
        file.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location {self.directory}/\n"
            "max_queued_messages 0\nconnection_messages false\n", encoding="utf-8")
        self._run("mosquitto", "-c", file)

    def _introduce(self, one, number, payload):
        if number == 0:  # the session for which everything is kept
            with contextlib.closing(connect(self.port)) as keeper:
                self._connect(keeper, b"keeper", 0)
                keeper.sendall(_packet(0x82, struct.pack(">HH", 1, 7) + b"inbox/#" + b"\1"))
                read_until(keeper, lambda came: len(came) >= 5)
        self._connect(one, b"caller%d" % number, 2)
        topic = b"inbox/%d" % number
        return _packet(0x32, struct.pack(">H", len(topic)) + topic + struct.pack(">H", 1) + payload)

    @staticmethod
    def _connect(one, name, flags):
        one.sendall(_packet(0x10, b"\0\4MQTT\4" + bytes([flags]) + b"\0\0" + struct.pack(">H", len(name)) + name))
        read_until(one, lambda came: len(came) >= 4)


def _packet(kind, body):
    """A packet of MQTT; up to 16,383 bytes."""
    length = bytes([len(body)]) if len(body) < 128 else bytes([len(body) % 128 | 128, len(body) // 128])
    return bytes([kind]) + length + body


class JetStream(Broker):
    """NATS with a stream on files."""

    syncs = "every two minutes (`sync_interval`): it acknowledges what the kernel has"

    def _begin(self):
        self._run("nats-server", "-a", "127.0.0.1", "-p", self.port, "-js", "-sd", self.directory)

    def _introduce(self, one, number, payload):
        read_until(one, lambda came: came.endswith(b"\r\n"))
        reply = b"_INBOX.%d" % number
        one.sendall(b'CONNECT {"verbose":false}\r\nSUB %s 1\r\nPING\r\n' % reply)
        read_until(one, lambda came: b"PONG\r\n" in came)
        if number == 0:
            settings = json.dumps({"name": "inboxes", "subjects": ["inbox.*"], "storage": "file"}).encode()
            one.sendall(b"PUB $JS.API.STREAM.CREATE.inboxes %s %d\r\n%s\r\n" % (reply, len(settings), settings))
            answer = read_until(one, lambda came: came.count(b"\r\n") >= 2)
            if b'"error"' in answer:
                raise RuntimeError(f"JetStream refused a stream: {answer[:300]!r}")
        return b"PUB inbox.%d %s %d\r\n%s\r\n" % (number, reply, len(payload), payload)


class Redis(Broker):
    """Redis with streams."""

    syncs = "before it acknowledges, all that came meanwhile together (`appendfsync always`)"

    def _begin(self):
        self._run(
            "redis-server", "--bind", "127.0.0.1", "--port", self.port, "--dir", self.directory, "--appendonly", "yes", "--appendfsync", "always",
            "--save", "")

    def _introduce(self, one, number, payload):
        words = [b"XADD", b"inbox:%d" % number, b"*", b"payload", payload]
        return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


class RabbitMQ(Broker):
    """RabbitMQ with a quorum queue for each caller, of one member."""

    answer = ("bytes", 21)
    syncs = "before it confirms, all that came meanwhile together (the log of its quorum queues)"

    def _begin(self):
        epmd, distribution = free_port(), free_port()
        names = {"ERL_EPMD_PORT": str(epmd), "ERL_EPMD_ADDRESS": "127.0.0.1"}
        # Its own, so that none is left behind that would serve all of this machine.
        self._run("epmd", "-address", "127.0.0.1", "-port", epmd)
        wait_until(lambda: is_open(epmd), 20, "epmd to listen", self._log)
        self._run("/usr/lib/rabbitmq/bin/rabbitmq-server", environment={
            **names, "RABBITMQ_NODENAME": "bench@localhost", "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1", "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(distribution), "RABBITMQ_MNESIA_BASE": str(self.directory / "data"), "RABBITMQ_LOG_BASE": str(self.directory),
            "RABBITMQ_LOGS": "-", "RABBITMQ_CONFIG_FILE": str(self.directory / "none"), "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.directory / "plugins"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}", "RABBITMQ_CONF_ENV_FILE": "/dev/null"})

    def _introduce(self, one, number, payload):
        queue = b"inbox-%d" % number
        connect_publisher(one, queue)
        return publish(queue, payload)


BROKERS = {"mosquitto": Mosquitto, "NATS JetStream": JetStream, "Redis streams": Redis, "RabbitMQ quorum queues": RabbitMQ}
