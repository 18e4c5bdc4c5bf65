"""The model of capacity: cases computed by hand, what must grow does, and the pictures are as the figures."""

import contextlib
import dataclasses
import io
import pathlib
import sys
import unittest
import xml.etree.ElementTree
from unittest import mock

from Tests.Scripts.programs_by_path import load

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from simulation.inputs import DAY, Costs, Limits, Machine, Use, measured  # noqa: E402
from simulation.model import Model  # noqa: E402
from simulation.plot import decades, label  # noqa: E402

NOTHING = {field.name: 0.0 for field in dataclasses.fields(Costs)}
# One push a second for every hundred devices, and half of the devices listen.
USE = Use(devices_of_account=1, pushes=DAY / 100, openings=1, pages=1, requests=1, connected=0.5, peak=1, kept=10)
MACHINE = Machine(cores=2, memory=1e9, disk=1e12, disk_rate=1e6, network=1e6)


def model(use=USE, limits=Limits(), **costs):
    """A model of which only the named costs are more than nothing."""
    return Model(Costs(**{**NOTHING, **costs}), use, limits, MACHINE, MACHINE)


class HandComputedTests(unittest.TestCase):
    def test_load(self):
        one = model()
        self.assertAlmostEqual(one.pushes(1000), 10)
        self.assertAlmostEqual(one.streams(1000), 500)
        self.assertAlmostEqual(one.deliveries(1000), 5)
        self.assertAlmostEqual(one.items(1000), 1000 * DAY / 100 * 10)

    def test_accounts_with_several_devices_get_fewer_pushes_and_as_many_deliveries_of_each(self):
        one = model(dataclasses.replace(USE, devices_of_account=2))
        self.assertAlmostEqual(one.pushes(1000), 5)
        self.assertAlmostEqual(one.deliveries(1000), 5)

    def test_cores_of_nodes_are_shared_by_those_that_serve(self):
        one = model(nodeSecondsOfPush=0.1)  # ten pushes a second: a second of a core
        self.assertAlmostEqual(one.usage(1000, 1)["a node's cores"], 0.5)
        self.assertAlmostEqual(one.usage(1000, 2)["a node's cores"], 0.5, msg="one of two is away")
        self.assertAlmostEqual(one.usage(1000, 3)["a node's cores"], 0.25)

    def test_what_nodes_hear_is_shared_by_none(self):
        one = model(otherNodeSecondsOfPush=0.1)
        self.assertAlmostEqual(one.usage(1000, 2)["a node's cores"], one.usage(1000, 9)["a node's cores"])

    def test_database(self):
        one = model(databaseSecondsOfPush=0.05, logBytesOfPush=2000, diskBytesOfItem=1000)
        usage = one.usage(1000, 2)
        self.assertAlmostEqual(usage["the primary's cores"], 0.25)
        self.assertAlmostEqual(usage["the primary's writing"], 10 * 2000 / 1e6)
        self.assertAlmostEqual(usage["the standby's replay"], 10 * 2000 / Limits().replay_rate)
        self.assertAlmostEqual(usage["the primary's disk"], 1000 * 864 * 10 * 1000 / 1e12)

    def test_memory_is_that_of_the_program_its_streams_and_the_kernel(self):
        one = model(bytesOfStream=10_000, limits=Limits(kernel_bytes=2_000, node_bytes=1e8))
        self.assertAlmostEqual(one.usage(100_000, 2)["a node's memory"], (1e8 + 50_000 * 12_000) / 1e9)

    def test_coming_back(self):
        # 500 of 1,000 streams were on the lost one of two nodes; the other one opens 20 a second with two cores.
        one = model(nodeSecondsOfOpening=0.1)
        idle = one.node_seconds(2000)
        self.assertAlmostEqual(one.back(2000, 2), 500 * 0.1 / (2 - idle))
        self.assertEqual(one.back(2000, 1), float("inf"))

    def test_fewest_nodes_and_cells(self):
        one = model(nodeSecondsOfPush=0.1)
        self.assertEqual(one.nodes(1000), 2)  # a second of a core: 50 % of one node
        self.assertEqual(one.nodes(2000), 3)  # two: 50 % of each of two
        self.assertEqual(one.plan(2000).machines, 3 + 2 + 2)
        self.assertAlmostEqual(one.most(1), 1200, delta=1)
        self.assertEqual(one.plan(2000).first[0], "a node's cores")

    def test_without_a_spare_node_and_database_share_a_machine_as_long_as_they_fit(self):
        one = model(dataclasses.replace(USE, kept=0.001), nodeSecondsOfPush=0.05, databaseSecondsOfPush=0.05, limits=Limits(database_bytes=1e8))
        # Together 60 % of two cores are 1,200 devices, each on its own machine twice as many.
        self.assertEqual([one.without_spare(devices) for devices in (1100, 1300, 2300, 2500)], [1, 2, 2, None])

    def test_a_full_database_makes_cells(self):
        one = model(databaseSecondsOfPush=0.1)  # 60 % of two cores: 1,200 devices
        self.assertEqual([one.plan(devices).cells for devices in (1100, 1300, 2500)], [1, 2, 3])
        self.assertEqual(one.plan(2500).first[0], "the primary's cores")


class MeasuredTests(unittest.TestCase):
    """The model with what was measured."""

    def setUp(self):
        self.costs, self.about = measured()
        self.model = Model(self.costs)

    def test_all_costs_are_figures_of_their_kind(self):
        for name, value in dataclasses.asdict(self.costs).items():
            self.assertGreaterEqual(value, 0, name)
            if "SecondsOf" in name:
                self.assertLess(value, 0.1, f"{name} is in seconds")
        self.assertGreater(self.costs.bytesOfStream, 1000)
        self.assertLess(self.costs.bytesOfStream, 100_000)
        self.assertGreater(self.costs.diskBytesOfItem, self.costs.bytesOfPush / 2)

    def test_it_is_said_where_and_when(self):
        for name in ("when", "machine", "postgres", "build", "loadBefore", "loadAfter"):
            self.assertIn(name, self.about)

    def test_more_devices_never_take_less(self):
        plans = [self.model.plan(10 ** (step / 4)) for step in range(4, 29)]
        for fewer, more in zip(plans, plans[1:]):
            self.assertLessEqual(fewer.cells, more.cells)
            self.assertLessEqual(fewer.cells * fewer.nodes, more.cells * more.nodes)
            self.assertLessEqual(fewer.machines, more.machines)

    def test_nothing_is_fuller_than_it_may_be(self):
        for power in range(1, 8):
            for name, share in self.model.plan(10.0**power).usage.items():
                self.assertLessEqual(share, self.model.limits.full, name)

    def test_higher_costs_never_carry_more(self):
        _, most = self.model.largest_cell()
        for name, value in dataclasses.asdict(self.costs).items():
            costly = dataclasses.replace(self.model, costs=dataclasses.replace(self.costs, **{name: 3 * value}))
            self.assertLessEqual(costly.largest_cell()[1], most + 1, name)

    def test_three_times_the_time_of_the_processor_changes_no_number_of_machines(self):
        seconds = {name: 3 * value for name, value in dataclasses.asdict(self.costs).items() if "SecondsOf" in name}
        slow = dataclasses.replace(self.model, costs=dataclasses.replace(self.costs, **seconds))
        for power in range(1, 8):
            self.assertEqual(slow.plan(10.0**power).machines, self.model.plan(10.0**power).machines, power)

    def test_pictures_and_the_document_are_as_the_figures(self):
        for name, text in load("draw-capacity").files().items():
            self.assertEqual((ROOT / "docs" / name).read_text(encoding="utf-8"), text, f"`make capacity-pictures` makes {name}")
            if name.endswith(".svg"):
                xml.etree.ElementTree.fromstring(text)

    def test_the_document_has_what_the_program_prints_and_every_cost(self):
        text = (ROOT / "docs/capacity.md").read_text(encoding="utf-8")
        status, printed = simulated()
        self.assertEqual(status, 0)
        self.assertIn(f"```\n$ make simulate\n{printed}```\n", text)
        for name, value in dataclasses.asdict(self.costs).items():
            self.assertIn(f"| `{name}` | {value:g} |", text)


class ProgramTests(unittest.TestCase):
    def test_sizes_and_uses_of_ones_own(self):
        status, text = simulated("--pushes", "1", "5000")
        self.assertEqual(status, 0)
        self.assertRegex(text, r"(?m)^ *5,000 ")

    def test_nothing_is_refused(self):
        for words in (["0"], ["--peak", "0", "10"]):
            with self.assertRaises(SystemExit):
                simulated(*words)


class PlotTests(unittest.TestCase):
    def test_decades(self):
        self.assertEqual(decades([20, 900]), (1, 3))
        self.assertEqual(decades([10]), (1, 2))
        self.assertEqual([label(power) for power in (-2, 0, 3, 7)], ["0.01", "1", "1,000", "10 M"])


def simulated(*words):
    """The status of `simulate`, and what it prints."""
    output = io.StringIO()
    with mock.patch.object(sys, "argv", ["simulate", *words]), contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        return load("simulate").main(), output.getvalue()


if __name__ == "__main__":
    unittest.main()
