internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import ProcessTesting
internal import Testing

@testable internal import AgentService

@Suite("Socket activation")
struct SocketActivationTests {
  @Test("a listening socket meant for this process is taken, and closed on exec")
  func taken() throws {
    let place = try SocketPlace()
    let listener = try place.listener()
    defer { close(listener) }
    let taken = try SocketActivation.descriptor(
      listenPID: "\(getpid())", listenFDs: "1", processID: getpid(), first: listener)
    #expect(taken == listener)
    #expect(fcntl(listener, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test(
    "nothing is taken without an announcement for this process",
    arguments: [(nil, nil), (nil, "1"), ("42", nil), ("41", "1"), ("x", "1"), ("", ""), ("42", "0")]
      as [(String?, String?)])
  func nothingAnnounced(_ pid: String?, _ count: String?) throws {
    #expect(try SocketActivation.descriptor(listenPID: pid, listenFDs: count, processID: 42, first: -1) == nil)
  }

  @Test("an announcement that makes no sense is refused", arguments: ["-1", "two", "2", "99999999999999999999", "1"])
  func refused(_ count: String) {
    #expect(throws: SocketActivation.Failure.self) {
      try SocketActivation.descriptor(listenPID: "42", listenFDs: count, processID: 42, first: -1)
    }
  }

  @Test("a socket that does not listen, or is no stream, is refused")
  func wrongSocket() throws {
    for kind in [SOCK_STREAM, SOCK_DGRAM] {
      let descriptor = socket(AF_UNIX, Int32(kind.rawValue), 0)
      defer { close(descriptor) }
      #expect(throws: SocketActivation.Failure.self) {
        try SocketActivation.descriptor(listenPID: "42", listenFDs: "1", processID: 42, first: descriptor)
      }
    }
  }
}

@Suite("Service notification")
struct ServiceNotificationTests {
  @Test("each state arrives as the protocol writes it, at a path and at an abstract name", arguments: [false, true])
  func arrives(_ isAbstract: Bool) throws {
    let place = try SocketPlace()
    let name = isAbstract ? "@vault-test-\(UUID().uuidString)" : place.path
    let manager = try place.datagrams(at: name)
    defer { close(manager) }
    let notification = try #require(ServiceNotification(socket: name))
    try notification.send(.ready)
    try notification.send(.status("locked\nand more"))
    try notification.send(.stopping)
    let received = (0..<3).map { _ in
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = recv(manager, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    #expect(received == ["READY=1", "STATUS=locked and more", "STOPPING=1"])
  }

  @Test(
    "addresses that are none are refused",
    arguments: ["", "/", "@", "run/notify", "vsock:2:9", "/" + String(repeating: "x", count: 107)])
  func refused(_ address: String) { #expect(ServiceNotification(socket: address) == nil) }

  @Test("a service manager that is gone is told")
  func gone() throws {
    let place = try SocketPlace()
    let notification = try #require(ServiceNotification(socket: place.path))
    #expect(throws: SystemError("sendto(NOTIFY_SOCKET)", code: ENOENT)) { try notification.send(.ready) }
  }
}

@Suite("systemd units")
struct SystemdUnitTests {
  /// Options that imply `NoNewPrivileges` or a user namespace in a user's service manager; pam_unix works under neither.
  private static let forbidden = [
    "NoNewPrivileges", "Protect", "Private", "Restrict", "SystemCall", "LockPersonality", "MemoryDenyWriteExecute",
    "DynamicUser", "ReadOnlyPaths", "ReadWritePaths", "InaccessiblePaths", "BindPaths", "TemporaryFileSystem",
    "CapabilityBoundingSet", "AmbientCapabilities", "RootDirectory", "SecureBits",
  ]

  @Test("no option implies that the right password is refused")
  func impliesNothing() throws {
    let lines = try Self.text("vault-agent.service").split(separator: "\n").filter { !$0.hasPrefix("#") }
    for line in lines { #expect(!Self.forbidden.contains { line.hasPrefix($0) }, "\(line)") }
    #expect(lines.contains("LimitCORE=0"))
    #expect(lines.contains("UMask=0077"))
  }

  @Test("systemd finds nothing to say against the units")
  func verified() throws {
    let place = try SocketPlace()
    for unit in ["vault-agent.socket", "vault-agent.service"] {
      // The program and the page are not installed here.
      let text = try Self.text(unit).replacingOccurrences(of: "/usr/local/bin/vault-agent", with: "/bin/true")
        .split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Documentation=") }
        .joined(separator: "\n")
      try Data(text.utf8).write(to: URL(filePath: "\(place.directory)/\(unit)"))
    }
    let verification = try ChildProcess(
      ["systemd-analyze", "--user", "verify", "vault-agent.socket", "vault-agent.service"],
      environment: ["XDG_RUNTIME_DIR": place.directory, "HOME": place.directory, "PATH": "/usr/bin:/bin"],
      directory: place.directory)
    #expect(try verification.exitStatus() == 0)
    #expect(verification.text == "")
  }

  private static func text(_ unit: String) throws -> String {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: repository.appending(path: "packaging/systemd/\(unit)"), encoding: .utf8)
  }
}

/// A short directory for sockets, gone with the value.
private final class SocketPlace {
  let directory: String
  var path: String { "\(directory)/s" }

  init() throws {
    directory = "/tmp/va-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func listener() throws -> Int32 {
    let descriptor = try bound(SOCK_STREAM, to: path)
    try #require(listen(descriptor, 1) == 0)
    return descriptor
  }

  func datagrams(at name: String) throws -> Int32 { try bound(SOCK_DGRAM, to: name) }

  private func bound(_ kind: __socket_type, to name: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(kind.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(name.utf8).map { $0 == UInt8(ascii: "@") ? 0 : $0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(2 + bytes.count)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try #require(result == 0)
    return descriptor
  }
}
