internal import AgentAPI
internal import Localization
internal import Logging
internal import OwnerVerification
internal import TaskStore

extension VaultStateKey {
  /// The note of the header in the task database.
  static let headerNote = VaultStateKey("owner-header")
}

extension OwnerService {
  /// What is noted of the header. What can't be read in the task database or the state directory is as good as bent: it is
  /// written anew when the owner was proven. Without the credential store nothing opens anyway.
  func notes() async throws(Failure) -> HeaderAnchors {
    var notes: [HeaderAnchors.Place: HeaderAnchors.Note] = [:]
    do throws(Failure) { notes[.credentialStore] = .init(try await credentials.bytes(.headerWitness)) } catch {
      // Another program may have written there.
      guard error.code == .badData else { throw error }
      notes[.credentialStore] = .unreadable
    }
    do { notes[.taskDatabase] = .init(try await credentials.state.state(.headerNote)) } catch {
      notes[.taskDatabase] = .unreadable
    }
    do { notes[.stateDirectory] = .init(try noteFile.read()) } catch { notes[.stateDirectory] = .unreadable }
    return HeaderAnchors(notes)
  }

  /// Notes in these places that the owner's header is in force. It is, whether or not that can be written down: the next unlock
  /// tries again.
  func recordHeader(of owner: Verified, in places: [HeaderAnchors.Place] = HeaderAnchors.Place.allCases) async {
    for place in places {
      do throws(Failure) { try await write(try Self.witness(of: owner), in: place) } catch {
        logger.warning(
          "a note of the key slots is behind", metadata: ["place": "\(place.name)", "reason": "\(error.message)"])
      }
    }
  }

  /// Drops what task database and state directory noted: whoever goes back to an older credential file on purpose goes back to
  /// the key slots of its time, of which the file itself knows. What this agent has proven stays.
  func forgetNotes() async throws(Failure) {
    try await credentials.state.record(bytes: nil, .headerNote)
    try OwnerVerificationError.asFailure(now: noteFile.remove())
  }

  private static func witness(of owner: Verified) throws(Failure) -> HeaderAnchor {
    try OwnerVerificationError.asFailure(now: HeaderAnchor(of: owner.header, by: owner.verified))
  }

  private func write(_ witness: HeaderAnchor, in place: HeaderAnchors.Place) async throws(Failure) {
    switch place {
    case .credentialStore: try await credentials.setBytes(witness.encoded, for: .headerWitness)
    case .taskDatabase:
      try await credentials.state.record(bytes: witness.encoded, .headerNote)
    case .stateDirectory:
      try OwnerVerificationError.asFailure(now: noteFile.write(witness.encoded))
    }
  }
}
