#if Postgres
internal import Foundation
internal import ProcessTesting

/// As whom the server runs.
enum ServerUser {
  /// What comes before a program's name to run it so.
  static var prefix: [String] {
    geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
  }

  /// Gives a file to it.
  static func own(_ path: String) throws {
    guard geteuid() == 0 else { return }
    guard let user = getpwnam("postgres"), chown(path, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
      throw ChildProcess.Failure("\(path) can't be given to the user postgres, whom Debian's package makes")
    }
  }
}

/// The server's own programs, which Debian keeps out of the way.
enum Programs {
  /// The path of one, of the newest version that is installed.
  static func path(of name: String) throws -> String {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql"))?.compactMap { Int($0) } ?? []
    let path = "/usr/lib/postgresql/\(versions.max() ?? 0)/bin/\(name)"
    guard let newest = versions.max(), newest >= 15, FileManager.default.isExecutableFile(atPath: path) else {
      throw ChildProcess.Failure(
        "PostgreSQL 15 or newer is not installed; packaging/debian-packages lists what these tests need")
    }
    return path
  }
}

/// Processes as the kernel lists them.
enum Processes {
  /// The children of one (`proc(5)`).
  static func children(of parent: Int32) -> [Int32] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? []
    return threads.flatMap { thread in
      let listed = (try? String(contentsOfFile: "/proc/\(parent)/task/\(thread)/children", encoding: .utf8)) ?? ""
      return listed.split(separator: " ").compactMap { Int32($0) }
    }
  }
}

/// Ports of the loopback interface.
public enum FreePort {
  /// One that nobody has just now, and that the kernel gives to no connection: those have the ports from 32768 on.
  public static func find() throws -> Int {
    for _ in 0..<100 {
      let port = Int.random(in: 15_000..<32_000)
      guard let (descriptor, _) = try? listen(on: port) else { continue }
      close(descriptor)
      return port
    }
    throw ChildProcess.Failure("no free port")
  }

  /// A socket that listens on a free port, and accepts nobody by itself.
  ///
  /// - Parameter port: 0 for any.
  public static func listen(on port: Int = 0) throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else {
      close(descriptor)
      throw ChildProcess.Failure("no free port")
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}
#endif
