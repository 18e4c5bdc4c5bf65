internal import FoundationEssentials
internal import Synchronization

/// Whom something is for. Each has an order of its own, and rests on its own.
enum Addressee: Hashable, Sendable {
  /// Messages of a channel, or of a conversation by the other user's id.
  case channel(UUID)
  /// Comments and likes that a person sees.
  case person(UUID)
}

extension Set<Addressee> {
  var channels: Set<UUID> {
    Set<UUID>(compactMap { if case .channel(let id) = $0 { id } else { nil } })
  }

  var people: Set<UUID> {
    Set<UUID>(compactMap { if case .person(let id) = $0 { id } else { nil } })
  }
}

/// The addressees for which the server accepts nothing at present.
final class SendingBackoff: Sendable {
  private struct Rest {
    var failures = 0
    var isOver = false
  }

  private let rests = Mutex<[Addressee: Rest]>([:])

  /// Those to which nothing is sent for now.
  var resting: Set<Addressee> { rests.withLock { Set($0.filter { !$0.value.isOver }.keys) } }

  /// An addressee is left alone from now on.
  ///
  /// - Returns: how often in a row.
  func begin(_ addressee: Addressee) -> Int {
    rests.withLock { rests in
      let failures = (rests[addressee]?.failures ?? 0) + 1
      rests[addressee] = Rest(failures: failures)
      return failures
    }
  }

  /// It may be tried again.
  func end(_ addressee: Addressee) { rests.withLock { $0[addressee]?.isOver = true } }

  /// The server has accepted something.
  func reset(_ addressee: Addressee) { rests.withLock { $0[addressee] = nil } }
}
