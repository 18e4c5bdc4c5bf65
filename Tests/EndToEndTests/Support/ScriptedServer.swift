import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting
import Synchronization

/// Something that listens where a server should, and answers whatever a test wants: bytes, or nothing.
final class ScriptedServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let answer: Mutex<String?>
  private let requests = Mutex<[String]>([])

  /// Listens on the loopback; a port of 0 takes a free one.
  init(port: UInt16 = 0, answer: String?) throws {
    self.answer = Mutex(answer)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw ChildProcess.Failure("can't listen: \(String(cString: strerror(errno)))") }
    self.port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in accept() }
  }

  /// Answers differently from now on; nil reads and says nothing.
  func answer(_ text: String?) { answer.withLock { $0 = text } }

  /// What was asked so far.
  var heard: [String] { requests.withLock { $0 } }

  /// Stops listening.
  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else {
        close(listener)
        return
      }
      Thread.detachNewThread { [self] in
        serve(client)
        close(client)
      }
    }
  }

  private func serve(_ client: Int32) {
    let request = Self.request(from: client)
    guard !request.isEmpty else { return }
    requests.withLock { $0.append(request) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    guard let text = answer.withLock({ $0 }) else {
      // Says nothing until the client gives up.
      while recv(client, &buffer, buffer.count, 0) > 0 {}
      return
    }
    let bytes = Array(text.utf8)
    _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    shutdown(client, Int32(SHUT_WR))
    while recv(client, &buffer, buffer.count, 0) > 0 {}
  }

  /// A request with its body, as much of it as comes.
  private static func request(from client: Int32) -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return text }
      text += String(decoding: buffer[..<count], as: UTF8.self)
      let parts = text.components(separatedBy: "\r\n\r\n")
      guard parts.count > 1 else { continue }
      let header = parts[0].lowercased().components(separatedBy: "\r\n").first { $0.hasPrefix("content-length:") }
      let length = header?.split(separator: ":").last.flatMap { Int($0.drop { $0 == " " }) } ?? 0
      if parts[1].utf8.count >= length { return text }
    }
  }
}
