internal import OwnerVerification

/// What is noted of the header in its three places. Before the owner is proven it only tells what to try first; then each note
/// that is the owner's own is binding, and every other is written anew.
struct HeaderAnchors: Sendable {
  /// Where a note lies.
  enum Place: CaseIterable, Sendable {
    case credentialStore, taskDatabase, stateDirectory

    /// What a person calls it.
    var name: String {
      switch self {
      case .credentialStore: "the credential store"
      case .taskDatabase: "the task database"
      case .stateDirectory: "the state directory"
      }
    }
  }

  /// What lies there.
  enum Note: Equatable, Sendable {
    case missing
    /// Something that is no note.
    case unreadable
    case read(HeaderAnchor)

    init(_ bytes: [UInt8]?) {
      self = bytes.map { HeaderAnchor(encoded: $0).map(Self.read) ?? .unreadable } ?? .missing
    }

    var witness: HeaderAnchor? { if case .read(let witness) = self { witness } else { nil } }
  }

  /// What is to be written anew.
  struct Repairs: Equatable, Sendable {
    /// Not as it should be, for whatever reason.
    var places: [Place] = []
    /// Of those, where a note is gone, is not the owner's, or is of an earlier time: a crash leaves none like that.
    var foreign: [Place] = []
  }

  private let notes: [Place: Note]

  init(_ notes: [Place: Note]) { self.notes = notes }

  subscript(place: Place) -> Note { notes[place] ?? .missing }

  /// Whether they say that there is an owner. The state directory may serve several vaults, one after the other.
  var recordsOwner: Bool {
    [Place.credentialStore, .taskDatabase].contains { place in
      switch self[place] {
      case .missing: false
      case .unreadable: true
      case .read(let witness): witness.current != nil
      }
    }
  }

  /// The headers found, the one that most notes name first.
  func ordered(_ found: [OwnerHeader]) -> [OwnerHeader] {
    func support(_ header: OwnerHeader) -> Int { notes.values.count { $0.witness?.names(header) ?? false } }
    // Of two that none names one is being written; the other's slots are known to open.
    return found.sorted { (support($1), $0.generation) < (support($0), $1.generation) }
  }

  /// Whether none of the notes names one of these headers, and one tells of a newer.
  func recordsNewer(than headers: [OwnerHeader]) -> Bool {
    let witnesses = notes.values.compactMap(\.witness).filter { $0.current != nil }
    guard let newest = headers.map(\.generation).max(), witnesses.contains(where: { $0.generation > newest }) else {
      return false
    }
    return !witnesses.contains { witness in headers.contains { witness.names($0) } }
  }

  /// Whether these headers are what a change leaves that was interrupted: the owner has noted one and announced the other.
  func announceChange(
    between header: OwnerHeader, _ others: [OwnerHeader], by owner: borrowing VerifiedOwner
  ) throws(OwnerVerificationError) -> Bool {
    guard let witness = self[.credentialStore].witness, try witness.isAuthentic(by: owner), others.count == 1 else {
      return false
    }
    return (witness.names(header) && witness.announces(others[0]))
      || (witness.names(others[0]) && witness.announces(header))
  }

  /// Whether the update that made this header out of one of the legacy format was interrupted.
  func announcesUpdate(to header: OwnerHeader) -> Bool {
    guard let witness = self[.credentialStore].witness, witness.generation == 0 else { return false }
    return witness.current != nil && witness.announces(header)
  }

  /// The highest generation the owner has noted.
  func highestGeneration(of owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> UInt64 {
    var highest: UInt64 = 0
    for place in Place.allCases {
      if let witness = self[place].witness, try witness.isAuthentic(by: owner) {
        highest = max(highest, witness.generation)
      }
    }
    return highest
  }

  /// Compares a header that was proven with what the owner has noted.
  ///
  /// - Parameter isAlone: whether all copies of the header are this one.
  /// - Returns: the notes that are to be written anew.
  /// - Throws: ``OwnerVerificationError`` with `staleHeader` when a note of the owner's tells of a newer header, or none tells that
  ///   this one was ever in force.
  func compared(with owner: borrowing VerifiedOwner, isAlone: Bool) throws(OwnerVerificationError) -> Repairs {
    owner.header.isLegacyFormat
      ? try comparedLegacyFormat(with: owner, isAlone: isAlone) : try comparedPresentFormat(with: owner)
  }

  private func comparedPresentFormat(with owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> Repairs {
    var repairs = Repairs()
    var isVouchedFor = false
    let isInterrupted = try announcesChange(to: owner)
    for place in Place.allCases {
      guard let witness = self[place].witness, try witness.isAuthentic(by: owner) else {
        repairs.places.append(place)
        repairs.foreign.append(place)
        continue
      }
      let isNamed = witness.names(owner.header)
      // A later header bears the owner's MAC: a change was interrupted before it was noted.
      guard isNamed || witness.generation < owner.header.generation else { throw Self.stale(place) }
      isVouchedFor = true
      if !isNamed || witness.next != nil { repairs.places.append(place) }
      if !isNamed, !isInterrupted { repairs.foreign.append(place) }
    }
    guard isVouchedFor else { throw OwnerVerificationError(.staleHeader, "nothing shows that they were in effect") }
    // While the first header, or the first of this form, is being noted, there are no others yet.
    if let first = self[.credentialStore].witness, first.generation == 0, first.announces(owner.header),
      !repairs.foreign.contains(.credentialStore)
    {
      repairs.foreign = []
    }
    return repairs
  }

  /// Whether the change that made this header was interrupted: until all places have noted it, the first one announces it.
  private func announcesChange(to owner: borrowing VerifiedOwner) throws(OwnerVerificationError) -> Bool {
    guard let witness = self[.credentialStore].witness, witness.announces(owner.header) else { return false }
    return try witness.isAuthentic(by: owner)
  }

  /// What the legacy format does not prove counts against it: it stands beside the witness of old, and beside nothing else.
  private func comparedLegacyFormat(
    with owner: borrowing VerifiedOwner, isAlone: Bool
  ) throws(OwnerVerificationError) -> Repairs {
    for place in [Place.taskDatabase, .stateDirectory] where self[place] != .missing { throw Self.stale(place) }
    guard let witness = self[.credentialStore].witness, witness.generation == 0,
      witness.names(owner.header) || (witness.code == nil && isAlone && witness.announces(owner.header))
    else { throw Self.stale(.credentialStore) }
    if witness.code != nil, try !witness.isAuthentic(by: owner) { throw Self.stale(.credentialStore) }
    return Repairs(places: Place.allCases)
  }

  private static func stale(_ place: Place) -> OwnerVerificationError {
    OwnerVerificationError(.staleHeader, "\(place.name) knows of others")
  }
}
