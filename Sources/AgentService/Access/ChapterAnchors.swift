internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import StrictJSON
internal import TaskStore
internal import VaultModel

extension VaultStateKey {
  /// The number of the newest chapter of the access log: an older log that is put back is told by it.
  static let accessChapter = VaultStateKey("access-chapter")
}

/// What is noted of the number of the access log's newest chapter apart from the log: in the task database and in the state directory,
/// under the owner's MAC. The highest number that proves itself counts.
struct ChapterAnchors: Sendable {
  private let state: any VaultStateStore
  private let file: CounterAnchorFile

  init(_ state: any VaultStateStore, _ file: CounterAnchorFile) { (self.state, self.file) = (state, file) }

  /// What a place says.
  enum Note: Equatable, Sendable {
    case missing
    /// Something that the owner has not written.
    case foreign
    /// A number without a MAC, as the versions before noted it in the task database.
    case legacy(UInt64)
    case authenticated(UInt64)
  }

  /// Reads both places. What can't be read there is as good as bent: it is written anew when the owner was proven.
  func found(under key: SharedSecret) async throws(Failure) -> Found {
    let stored: [UInt8]?
    do throws(TaskStoreError) { stored = try await state.state(.accessChapter) } catch {
      guard error.code == .damaged else { throw Failure(error) }
      stored = []
    }
    let noted = file.read()
    do throws(OwnerVerificationError) {
      return Found(
        database: try Self.note(stored, key, mayBeLegacy: true),
        directory: try Self.note(noted, key, mayBeLegacy: false))
    } catch { throw Failure(error) }
  }

  private static func note(
    _ bytes: [UInt8]?, _ key: SharedSecret, mayBeLegacy: Bool
  ) throws(OwnerVerificationError) -> Note {
    guard let bytes else { return .missing }
    if let number = try ChapterAnchor.number(of: bytes, under: key.bytes) { return .authenticated(number) }
    // Anybody can write it: a number that is absurd is none.
    guard mayBeLegacy, let number = try? StoredJSON.decode(UInt64.self, from: bytes),
      number <= ChapterOpening.maximumNumber / 4
    else { return .foreign }
    return .legacy(number)
  }

  /// Notes a number in both places.
  func write(_ number: UInt64, under key: SharedSecret) async throws(Failure) {
    let note = try OwnerVerificationError.asFailure(now: ChapterAnchor.encoded(number, under: key.bytes))
    // First where no legacy note can lie: whoever is interrupted between the two resumes what is verified.
    try OwnerVerificationError.asFailure(now: file.write(note))
    try await state.record(bytes: note, .accessChapter)
  }
}

extension ChapterAnchors {
  /// What both places say.
  struct Found: Equatable, Sendable {
    let database: Note
    let directory: Note

    private var authenticated: UInt64? {
      [database, directory].compactMap { if case .authenticated(let number) = $0 { number } else { nil } }.max()
    }

    /// What a former version noted, as long as nothing is noted in the present format.
    private var legacy: UInt64? {
      if case .legacy(let number) = database, directory == .missing { number } else { nil }
    }

    /// No chapter of the owner's has a lower number than this one as its newest.
    var floor: UInt64 { authenticated ?? legacy ?? 0 }

    /// Whether a log can be the newest as far as this tells: what it opens is noted before.
    func vouches(forLogThat end: AccessLogEnd, under key: SharedSecret) -> Bool {
      if authenticated != nil || end.chapter == 0 { return true }
      // What the owner has opened since the update is noted in the present format.
      return legacy != nil && end.opening(under: key)?.isAnchored == false
    }

    /// Whether this is all to be noted in the present format before a chapter is opened: the first one, or the first since the
    /// update. An end between the two must not look as if a note had been taken away.
    func isAnew(_ end: AccessLogEnd, under key: SharedSecret) -> Bool {
      authenticated == nil && vouches(forLogThat: end, under: key)
    }

    /// What the owner is to be told.
    ///
    /// - Parameters:
    ///   - isAnew: as ``isAnew(_:under:)`` said before anything was written.
    ///   - newest: the newest chapter of the log. A note may be one behind, where the agent was killed between the two.
    func notices(isAnew: Bool, newest: UInt64) -> [LocalizedText] {
      let newest = max(newest, floor)
      let isBegun = authenticated.map { $0 > 0 } ?? !isAnew
      return [(database, "the task database"), (directory, "the state directory")].compactMap { note, place in
        switch note {
        case .authenticated(let number) where number &+ 1 >= newest: nil
        case .legacy(let number) where number == floor && (isAnew || authenticated != nil): nil
        case .missing where !isBegun: nil
        case .missing, .foreign, .legacy, .authenticated:
          "What the access log is verified with was missing or replaced in \(place); it has been rewritten. See vault log --verify."
        }
      }
    }
  }
}
