#if Postgres
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Looks up the addresses of names, and gives up in time: the C library has no deadline for that (`getaddrinfo(3)`), so that it is asked
/// on a thread of its own, which may stay behind.
enum NameLookup {
  /// How many threads may stay behind at once.
  private static let mostAtOnce = 8
  private static let asking = Atomic<Int>(0)

  /// The addresses of a name, in digits, in the order in which to try; none when there is none or time ran out.
  static func addresses(of name: String, until deadline: Deadline) -> [String] {
    guard asking.add(1, ordering: .relaxed).newValue <= mostAtOnce else {
      asking.subtract(1, ordering: .relaxed)
      return []
    }
    let answer = Answer()
    do {
      try DetachedThread.start {
        answer.give(resolve(name))
        asking.subtract(1, ordering: .relaxed)
      }
    } catch {
      asking.subtract(1, ordering: .relaxed)
      return []
    }
    return answer.wait(until: deadline)
  }

  private static func resolve(_ name: String) -> [String] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var found: [String] = []
    var next = first
    while let info = next?.pointee, found.count < 16 {
      var digits = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      if getnameinfo(info.ai_addr, info.ai_addrlen, &digits, socklen_t(digits.count), nil, 0, NI_NUMERICHOST) == 0 {
        found.append(String(decoding: digits.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      next = info.ai_next
    }
    return found
  }

  /// What the thread found, for whoever waits.
  private final class Answer: Sendable {
    private let found = Guarded<[String]?>(nil)

    func give(_ addresses: [String]) { found.change { $0 = addresses } }

    func wait(until deadline: Deadline) -> [String] { found.wait(until: deadline) { $0 } ?? [] }
  }
}
#endif
