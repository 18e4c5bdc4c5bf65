#!/usr/bin/python3
"""A stand-in for fprintd on a private bus, as pam_fprintd sees it.

usage: fprintd-mock.py match|no-match|no-reader|not-enrolled BUS-ADDRESS

Prints "ready" once the name is owned; ends with its standard input.
"""
import sys

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

MANAGER = "net.reactivated.Fprint.Manager"
DEVICE = "net.reactivated.Fprint.Device"
PATH = "/net/reactivated/Fprint/Device/0"
scenario = sys.argv[1]


class Manager(dbus.service.Object):
    @dbus.service.method(MANAGER, out_signature="ao")
    def GetDevices(self):
        return [] if scenario == "no-reader" else [dbus.ObjectPath(PATH)]

    @dbus.service.method(MANAGER, out_signature="o")
    def GetDefaultDevice(self):
        if scenario == "no-reader":
            raise dbus.DBusException("No devices available", name="net.reactivated.Fprint.Error.NoSuchDevice")
        return dbus.ObjectPath(PATH)


class Device(dbus.service.Object):
    PROPERTIES = {"name": "Test Reader", "scan-type": "press", "num-enroll-stages": dbus.Int32(5)}
    claimed_by = None

    @dbus.service.method(DEVICE, in_signature="s", out_signature="as")
    def ListEnrolledFingers(self, _user):
        if scenario == "not-enrolled":
            raise dbus.DBusException("No prints", name="net.reactivated.Fprint.Error.NoEnrolledPrints")
        return ["right-index-finger"]

    @dbus.service.method(DEVICE, in_signature="s", sender_keyword="sender")
    def Claim(self, _user, sender=None):
        self.claimed_by = sender

    @dbus.service.method(DEVICE)
    def Release(self):
        self.claimed_by = None

    @dbus.service.method(DEVICE, in_signature="s")
    def VerifyStart(self, _finger):
        result = "verify-match" if scenario == "match" else "verify-no-match"

        def touch():
            self.VerifyFingerSelected("right-index-finger")
            self.VerifyStatus(result, True)
            return False

        GLib.timeout_add(100, touch)

    @dbus.service.method(DEVICE)
    def VerifyStop(self):
        pass

    @dbus.service.signal(DEVICE, signature="s")
    def VerifyFingerSelected(self, finger):
        pass

    @dbus.service.signal(DEVICE, signature="sb")
    def VerifyStatus(self, result, done):
        pass

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, _interface, name):
        return self.PROPERTIES[name]

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, _interface):
        return self.PROPERTIES


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[2])
    name = dbus.service.BusName("net.reactivated.Fprint", bus)
    objects = [Manager(bus, "/net/reactivated/Fprint/Manager"), Device(bus, PATH)]
    loop = GLib.MainLoop()
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP, lambda *_: loop.quit())
    print("ready", flush=True)
    loop.run()
    del objects, name


main()
