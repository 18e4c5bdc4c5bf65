import Foundation
import Glibc
import Testing

@testable import LoginStart

@Suite("What starts the agent at login")
struct LoginStartTests {
  /// A home and a system of its own, with or without systemd.
  private final class Machine {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("login-\(UUID().uuidString.prefix(8))")
    /// Where the user's systemd listens.
    private var manager: Int32?

    init(isManaged: Bool) throws {
      guard isManaged else { return }
      try put("", at: "run/systemd/private")
      try listen(at: root.path + "/run/systemd/private")
    }

    deinit {
      endManager()
      try? FileManager.default.removeItem(at: root)
    }

    private func listen(at path: String) throws {
      unlink(path)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isBound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
      }
      try #require(isBound && Glibc.listen(descriptor, 4) == 0)
      manager = descriptor
    }

    /// Ends systemd, and leaves its socket.
    func endManager() {
      if let manager { close(manager) }
      manager = nil
    }

    var places: LoginStartPlaces {
      let environment = ["HOME": root.path + "/home", "XDG_RUNTIME_DIR": root.path + "/run"]
      return LoginStartPlaces(environment: environment, config: root.path + "/home/.config/vault", root: root.path)
    }

    func put(_ text: String, at path: String) throws {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func link(_ path: String, to target: String) throws {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    }

    /// Installs as `make install` does.
    func install(wanted: Bool = true) throws {
      try put("[Unit]\n", at: "usr/lib/systemd/user/vault-agent-login.service")
      if wanted {
        try link(
          "usr/lib/systemd/user/default.target.wants/vault-agent-login.service", to: "../vault-agent-login.service")
      }
      let entry = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "packaging/autostart/vault-agent.desktop")
      try put(try String(contentsOf: entry, encoding: .utf8), at: "etc/xdg/autostart/vault-agent.desktop")
    }
  }

  @Test("systemd does where it serves the user, else the desktop, and never both")
  func installed() throws {
    let managed = try Machine(isManaged: true)
    defer { withExtendedLifetime(managed) {} }
    try managed.install()
    #expect(managed.places.inForce == .systemd)
    managed.endManager()
    #expect(managed.places.inForce != .systemd, "its socket alone is none")
    let other = try Machine(isManaged: false)
    defer { withExtendedLifetime(other) {} }
    try other.install()
    #expect(other.places.inForce == .desktop(entry: other.root.path + "/etc/xdg/autostart/vault-agent.desktop"))
  }

  @Test("nothing does where nothing is installed, and a masked unit or a hidden entry counts for nothing")
  func nothing() throws {
    let bare = try Machine(isManaged: true)
    defer { withExtendedLifetime(bare) {} }
    #expect(bare.places.inForce == .none)
    let masked = try Machine(isManaged: true)
    defer { withExtendedLifetime(masked) {} }
    try masked.install()
    try masked.link("home/.config/systemd/user/vault-agent-login.service", to: "/dev/null")
    #expect(masked.places.inForce == .none, "the installed entry is left to systemd")
    #expect(
      try LoginStartSwitch(masked.places).enable(program: "/opt/vault") == .desktop(entry: masked.places.ownEntry))
    try masked.put("[Desktop Entry]\nHidden=true\n", at: "home/.config/autostart/vault-agent.desktop")
    #expect(masked.places.inForce == .none)
  }

  @Test("switching it on has systemd start the unit where there is one, and the desktop elsewhere")
  func enable() throws {
    let managed = try Machine(isManaged: true)
    defer { withExtendedLifetime(managed) {} }
    try managed.install(wanted: false)
    try FileManager.default.removeItem(at: managed.root.appendingPathComponent("etc/xdg"))
    #expect(managed.places.inForce == .none)
    #expect(try LoginStartSwitch(managed.places).enable(program: "/opt/vault") == .systemd)
    #expect(try LoginStartSwitch(managed.places).enable(program: "/opt/vault") == .systemd, "twice is once")
    let bare = try Machine(isManaged: false)
    defer { withExtendedLifetime(bare) {} }
    #expect(try LoginStartSwitch(bare.places).enable(program: "/opt/vault") == .desktop(entry: bare.places.ownEntry))
    let entry = try String(contentsOfFile: bare.places.ownEntry, encoding: .utf8)
    #expect(entry.contains("\nExec=\"/opt/vault\" agent start --at-login\n"))
  }

  @Test("switching it off holds for whatever is installed, and can be taken back")
  func disable() throws {
    for isManaged in [true, false] {
      let machine = try Machine(isManaged: isManaged)
      defer { withExtendedLifetime(machine) {} }
      try machine.install()
      let before = machine.places.inForce
      try LoginStartSwitch(machine.places).disable()
      #expect(machine.places.inForce == .switchedOff)
      #expect(try LoginStartSwitch(machine.places).enable(program: "/opt/vault") == before)
    }
  }

  @Test(
    "an entry counts as the desktop reads it",
    arguments: [
      ("[Desktop Entry]\nType=Application\nExec=vault\n", true),
      ("# a comment\n[Desktop Entry]\n Type = Application \nExec= vault agent start\n[Other]\nHidden=true\n", true),
      ("[Desktop Entry]\nType=Application\nExec=vault\nHidden=true\n", false),
      ("[Desktop Entry]\nType=Application\nExec=vault\nX-GNOME-Autostart-enabled=false\n", false),
      ("[Desktop Entry]\nType=Link\nExec=vault\n", false), ("Type=Application\nExec=vault\n", false), ("", false),
    ])
  func entry(text: String, isInForce: Bool) {
    #expect(AutostartEntry(text: text).isInForce == isInForce)
  }

  @Test("a path of the program with characters that mean something else there is quoted")
  func quoting() {
    let text = AutostartEntry.text(starting: #"/o p/50%/$a"\vault"#)
    #expect(text.contains(##"Exec="/o p/50%%/\\$a\\"\\\\vault" agent start --at-login"##))
    #expect(text.contains(##"TryExec=/o p/50%/$a"\\vault"## + "\n"), "no argument, and so in no quotes")
  }

  @Test("what can't be an entry is none: a folder, a pipe that nobody writes, a file without end")
  func strange() throws {
    let machine = try Machine(isManaged: false)
    defer { withExtendedLifetime(machine) {} }
    let folder = machine.root.appendingPathComponent("folder").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(AutostartEntry(path: folder) == nil)
    let pipe = machine.root.appendingPathComponent("pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(AutostartEntry(path: pipe)?.isInForce != true)
    #expect(AutostartEntry(path: "/dev/zero") == nil)
  }
}
