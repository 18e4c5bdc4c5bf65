import LinuxSystem
import Testing

@Suite("The address of the session bus")
struct SessionBusAddressTests {
  @Test(
    "paths are escaped as the D-Bus specification asks",
    arguments: [
      ("/run/user/1000/bus", "/run/user/1000/bus"), ("/tmp/a b,c;d=e", "/tmp/a%20b%2cc%3bd%3de"),
      ("/tmp/ä%", "/tmp/%c3%a4%25"), ("-_/\\*.09azAZ", "-_/\\*.09azAZ"),
    ])
  func escaping(path: String, expected: String) {
    #expect(SessionBusAddress.escaped(path) == expected)
  }
}
