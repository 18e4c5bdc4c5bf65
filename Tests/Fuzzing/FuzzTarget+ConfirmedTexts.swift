internal import CredentialStore
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore

@testable internal import AgentService

/// The list of confirmed texts and the three notes of how far it has come, each as somebody may leave it.
extension FuzzTarget {
  static let confirmedTexts = [FuzzTarget("confirmed-store", atMost: 512, inputs: 1000, confirmedStore)]

  private static func confirmedStore(_ input: [UInt8]) {
    ScratchDirectory.with { directory in
      WaitingExecutor.wait {
        var reader = InputReader(input)
        do { try await confirmedStore(&reader, directory) } catch {
          preconditionFailure("what is found can't be dealt with: \(error)")
        }
      }
    }
  }

  private static func confirmedStore(_ reader: inout InputReader, _ directory: String) async throws {
    let (credentials, state) = (InMemoryCredentialStore(), SampleState())
    let anchor = CounterAnchorFile(path: "\(directory)/note")
    let list = try record(&reader) { try self.list($0).encoded(by: verified.verified) }
    if let list { try await credentials.setBytes(list.bytes, for: .ownedRecords) }
    let notes = try (0..<3).map { _ in try record(&reader) { try self.list($0).anchor(by: verified.verified) } }
    if let note = notes[0] { try await credentials.setBytes(note.bytes, for: .confirmedTexts) }
    if let note = notes[1] { await state.setState(note.bytes, for: VaultStateKey("confirmed-texts")) }
    if let note = notes[2] { ScratchDirectory.write(note.bytes, to: "\(directory)/note") }

    let noted = notes.compactMap { $0?.generation }.max()
    let store = ConfirmedListStore(credentials, state: state, anchor: anchor, notices: NoticeQueue())
    let found = try? await store.list(of: verified)
    let isNewest = list?.generation.map { generation in noted.map { $0 <= generation } ?? false } ?? false
    precondition(
      found?.generation == (isNewest ? list?.generation : nil), "a list counts that must not, or one does not")
    if let found {
      precondition(found == self.list(found.generation), "a list is another one")
      let count = try await noteCount(credentials, state, anchor, found)
      precondition(count == 3, "a note is not rewritten")
    }
    try await begin(store, above: max(noted ?? 0, list?.generation ?? 0))
  }

  /// Begins the list anew, which comes after everything.
  private static func begin(_ store: ConfirmedListStore, above newest: UInt64) async throws {
    guard newest < .max else { return }
    try await store.begin(list(newest).texts, of: verified)
    store.forget()
    let next = try await store.list(of: verified)
    precondition(next.generation == newest + 1 && next.texts == list(newest).texts, "a new list is not the newest")
  }

  private static func noteCount(
    _ credentials: InMemoryCredentialStore, _ state: SampleState, _ anchor: CounterAnchorFile, _ list: ConfirmedList
  ) async throws -> Int {
    let note = try list.anchor(by: verified.verified)
    let places = [
      try await credentials.bytes(.confirmedTexts), await state.state(VaultStateKey("confirmed-texts")), anchor.read(),
    ]
    return places.count { $0 == note }
  }

  /// A list that belongs to a generation.
  private static func list(_ generation: UInt64) -> ConfirmedList {
    ConfirmedList(
      generation: generation,
      texts: .init(items: Set((0..<UInt8(truncatingIfNeeded: generation) % 4).map { SampleTaskDatabase.id($0) })))
  }

  /// Nothing, what the input says, or what the owner wrote.
  private static func record(
    _ reader: inout InputReader, _ make: (UInt64) throws -> [UInt8]
  ) throws -> (bytes: [UInt8], generation: UInt64?)? {
    switch reader.byte() % 4 {
    case 0: return nil
    case 1: return (reader.measuredRun(), nil)
    case 2:
      let generation = UInt64(reader.byte())
      return (try make(generation), generation)
    default:
      let generation = reader.number()
      return (try make(generation), generation)
    }
  }
}

/// The vault's state, in memory.
private actor SampleState: VaultStateStore {
  private var values: [VaultStateKey: [UInt8]] = [:]

  func state(_ key: VaultStateKey) -> [UInt8]? { values[key] }

  func setState(_ value: [UInt8]?, for key: VaultStateKey) { values[key] = value }
}
