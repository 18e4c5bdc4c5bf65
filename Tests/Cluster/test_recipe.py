"""What docs/cluster.md has of configuration is taken by the programs that it is for."""

import contextlib
import http.client
import pathlib
import re
import ssl
import subprocess
import tempfile
import unittest

import yaml

from Tests.Cluster.house import ROOT, ClusterTestCase, programs
from harness.cluster.balancer import PROGRAM, Balancer
from harness.cluster.postgres import newest_programs
from harness.cluster.recipe import block, settings


def certificate(directory):
    """A certificate of vault.example.org and its key, for a day."""
    files = directory / "cert.pem", directory / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-out", files[0],
         "-keyout", files[1], "-subj", "/CN=vault.example.org", "-addext", "subjectAltName=DNS:vault.example.org,IP:127.0.0.1"],
        check=True, capture_output=True, timeout=30)
    files[1].chmod(0o600)
    return files


class ConfigurationTests(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="recipe-")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def run_quietly(self, *command):
        result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return result.returncode, result.stdout + result.stderr

    def test_haproxy_takes_the_whole_configuration_behind_debians_own(self):
        file = self.directory / "vault.cfg"
        file.write_text(block("haproxy"), encoding="utf-8")
        status, text = self.run_quietly(PROGRAM, "-c", "-f", "/etc/haproxy/haproxy.cfg", "-f", str(file))
        self.assertEqual(status, 0, text)

    def test_a_word_that_haproxy_does_not_know_is_found(self):
        file = self.directory / "vault.cfg"
        file.write_text(block("haproxy").replace("balance leastconn", "balance fairly"), encoding="utf-8")
        self.assertNotEqual(self.run_quietly(PROGRAM, "-c", "-f", "/etc/haproxy/haproxy.cfg", "-f", str(file))[0], 0)

    def test_patroni_gives_postgresql_what_it_knows(self):
        document = yaml.safe_load(block("yaml"))["bootstrap"]["dcs"]
        self.assertTrue(document["synchronous_mode"] and document["synchronous_mode_strict"])
        self.assertLessEqual(document["loop_wait"] + 2 * document["retry_timeout"], document["ttl"])
        written = settings(block("ini", "# postgresql.conf"))
        for name, value in document["postgresql"]["parameters"].items():
            self.assertEqual(written[name], value, name)

    def test_postgresql_knows_the_settings_of_a_standby(self):
        described = subprocess.run(
            [newest_programs() / "postgres", "--describe-config"], capture_output=True, text=True, timeout=20, check=True).stdout
        known = {line.split("\t")[0] for line in described.splitlines()}
        for text in (block("ini", "# postgresql.conf"), block("ini", "primary_conninfo")):
            self.assertLessEqual(set(settings(text)), known)

    def test_systemd_takes_the_unit_of_a_node(self):
        program = str(pathlib.Path(programs(), "vault-server").resolve())
        # Here are neither its user nor its settings, and the program is elsewhere.
        text = (ROOT / "packaging/debian/vault-server.service").read_text(encoding="utf-8")
        text = re.sub(r"^(EnvironmentFile|Documentation)=.*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"^(User|Group)=.*$", r"\1=daemon", text, flags=re.MULTILINE)
        unit = self.directory / "vault-server.service"
        unit.write_text(text.replace("/usr/bin/vault-server", program), encoding="utf-8")
        more = self.directory / "vault-server.service.d"
        more.mkdir()
        (more / "node.conf").write_text(block("ini", "[Service]").replace("/usr/local/bin/vault-server", program), encoding="utf-8")
        status, said = self.run_quietly("systemd-analyze", "verify", "--man=no", str(unit))
        ours = [line for line in said.splitlines() if "vault-server" in line]
        self.assertEqual((status, ours), (0, []), said)


class CertificateTests(ClusterTestCase):
    """Nodes with a certificate behind the balancer, which passes connections on."""

    OPTIONS = {"nodes": 2}
    DEVICES = 0

    def test_clients_reach_nodes_with_a_certificate_through_the_balancer(self):
        cluster = self.cluster
        directory = cluster.home.path("tls")
        directory.mkdir(mode=0o700)
        cert, key = certificate(directory)
        for node in cluster.nodes:
            node.drain()
            node.give_certificate(cert, key)
            node.start()
        balancer = Balancer(cluster.home, cluster.nodes, check=f" check-ssl verify required ca-file {cert} check-sni vault.example.org")
        self.addCleanup(balancer.stop)
        self.assertEqual(status_of_health(balancer, cert), 200, balancer.log())


def status_of_health(balancer, certificate):
    """What `/healthz` is answered with through a balancer."""
    context = ssl.create_default_context(cafile=certificate)
    with contextlib.closing(http.client.HTTPSConnection("127.0.0.1", balancer.port, timeout=10, context=context)) as one:
        one.request("GET", "/healthz")
        return one.getresponse().status


if __name__ == "__main__":
    unittest.main()
