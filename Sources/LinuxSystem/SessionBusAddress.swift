internal import Glibc

/// Where the session bus listens. A missing one is never started ("autolaunched"): a bus of one's own has no keyring.
public enum SessionBusAddress {
  /// `DBUS_SESSION_BUS_ADDRESS`, or else the socket `bus` in `XDG_RUNTIME_DIR` where there is one; nil without a bus.
  public static func ofThisProcess() -> String? {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address.hasPrefix("autolaunch:") ? nil : address }
    guard let directory = variable("XDG_RUNTIME_DIR") else { return nil }
    let path = directory + "/bus"
    return access(path, F_OK) == 0 ? "unix:path=" + escaped(path) : nil
  }

  /// Escapes a value as the D-Bus specification ("Server Addresses") asks.
  public static func escaped(_ value: String) -> String {
    let plain = Set("-_/\\*.".utf8)
    let digits = Array("0123456789abcdef".utf8)
    var result: [UInt8] = []
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        result.append(byte)
      case _ where plain.contains(byte): result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
