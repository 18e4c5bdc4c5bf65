public import Foundation
internal import Glibc
internal import ProcessTesting

/// A Wayland compositor for one test, which draws nothing (Debian's `sway`).
public final class PrivateCompositor: Sendable {
  /// Where its socket is: `XDG_RUNTIME_DIR`.
  public let directory: URL
  /// What programs take as `WAYLAND_DISPLAY`.
  public let name: String
  private let server: ChildProcess

  /// Starts the compositor, and waits until it listens. It refuses to run as root, so root runs it as `nobody`.
  public init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("way-\(UUID().uuidString.prefix(8))")
    let place = directory.path
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let configuration = "\(place)/config"
    try Data().write(to: URL(fileURLWithPath: configuration))
    var command = ["sway", "-c", configuration]
    if getuid() == 0 {
      for path in [place, configuration] { guard chown(path, 65534, 65534) == 0 else { throw POSIXError(.EPERM) } }
      command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
    }
    let server = try ChildProcess(
      command,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": place, "XDG_RUNTIME_DIR": place, "WLR_BACKENDS": "headless",
        "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
      ])
    self.server = server
    var name = ""
    try waitUntil("the compositor listens") {
      guard server.isRunning else { throw ChildProcess.Failure("sway ended: \(server.text)") }
      let names = try FileManager.default.contentsOfDirectory(atPath: place)
      name = names.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") } ?? ""
      return !name.isEmpty
    }
    self.name = name
  }

  deinit {
    server.end(with: SIGTERM)
    try? FileManager.default.removeItem(at: directory)  // a directory left behind fails no test
  }

  /// The environment that leads programs here.
  public var environment: [String: String] { ["WAYLAND_DISPLAY": name, "XDG_RUNTIME_DIR": directory.path] }
}
