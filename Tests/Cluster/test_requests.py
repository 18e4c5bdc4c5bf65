"""Requests that are made up from the description, to two nodes in turn: what one has made the other one knows.

Installs schemathesis (PyPI) in an environment of its own, as `SchemathesisTests` do for one server, and fails where that can't be done.
"""

import subprocess
import unittest

from Tests.Cluster.house import ROOT, ClusterTestCase


class MadeUpRequestTests(ClusterTestCase):
    OPTIONS = {"nodes": 2}
    DEVICES = 0

    def test_no_request_meets_an_answer_that_the_description_does_not_have(self):
        cluster = self.cluster
        directory = cluster.home.path("requests")
        self.run_here(120, "/usr/bin/python3", "-m", "venv", directory)
        self.run_here(240, directory / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "schemathesis>=4,<5")
        cluster.command("channel", "create", "--title", "News", "--description", "What is new")
        self.run_here(
            400, directory / "bin/schemathesis", "--config-file", ROOT / "Tests/schemathesis.toml", "run", ROOT / "docs/openapi.yaml",
            "--url", cluster.balancer.url, "-H", f"Authorization: Bearer {cluster.session}",
            "--phases", "examples,coverage,fuzzing", "--max-examples", "10", "--request-timeout", "10",
            # Streams have no end, and the session is needed for the rest.
            "--exclude-path", "/v1/events", "--exclude-path-regex", "/v1/channels/.*/(events|socket)",
            "--exclude-operation-id", "deleteCurrentSession", "--no-color")
        self.assertTrue(all(node.is_running for node in cluster.nodes))

    def run_here(self, seconds, *command):
        """Runs a command in the cluster's home, where it may leave files."""
        result = subprocess.run(
            list(map(str, command)), cwd=self.cluster.home.root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=seconds, check=False)
        self.assertEqual(result.returncode, 0, result.stdout[-6000:])


if __name__ == "__main__":
    unittest.main()
