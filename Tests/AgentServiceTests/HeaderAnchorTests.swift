internal import FoundationEssentials
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import Testing

@testable internal import AgentService

@Suite("What is noted of the key slots")
struct HeaderAnchorTests {
  private static let deviceKey: [UInt8] = Array(1...32)

  private func owner() throws -> VerifiedOwner {
    let keys = try Self.keys()
    return try keys.create(
      vaultID: UUID(), pin: SecretBytes(Array("a long PIN".utf8)), pepper: SystemRandom.secret(32),
      deviceKey: SecretBytes(Self.deviceKey))
  }

  private static func keys() throws -> OwnerKeys {
    OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
  }

  private func next(_ owner: borrowing VerifiedOwner) throws -> VerifiedOwner {
    try owner.verified(of: try Self.keys().updating(owner, deviceKey: SecretBytes(Self.deviceKey)))
  }

  private func everywhere(_ note: HeaderAnchors.Note) -> HeaderAnchors {
    HeaderAnchors(Dictionary(uniqueKeysWithValues: HeaderAnchors.Place.allCases.map { ($0, note) }))
  }

  @Test("the header that is noted is tried first, and the one that is being written last")
  func order() throws {
    let old = try owner()
    let new = try next(old)
    let noted = everywhere(.read(try HeaderAnchor(of: old.header, by: old)))
    #expect(noted.ordered([new.header, old.header]) == [old.header, new.header])
    let later = everywhere(.read(try HeaderAnchor(of: new.header, by: new)))
    #expect(later.ordered([old.header, new.header]) == [new.header, old.header])
    #expect(later.recordsNewer(than: [old.header]))
    #expect(!noted.recordsNewer(than: [old.header]))
  }

  @Test("an older header is found out by any one note, and a newer one bears the owner's MAC: it is taken")
  func generations() throws {
    let old = try owner()
    let new = try next(old)
    for place in HeaderAnchors.Place.allCases {
      let notes = HeaderAnchors([place: .read(try HeaderAnchor(of: new.header, by: new))])
      #expect(throws: OwnerVerificationError(.staleHeader)) { _ = try notes.compared(with: old, isAlone: true) }
      #expect(try notes.compared(with: new, isAlone: true).places.contains(place) == false)
    }
    let all = HeaderAnchors.Place.allCases
    let behind = everywhere(.read(try HeaderAnchor(of: old.header, by: old)))
    #expect(try behind.compared(with: new, isAlone: true) == .init(places: all, foreign: all))
    #expect(throws: OwnerVerificationError(.staleHeader)) {
      _ = try everywhere(.missing).compared(with: new, isAlone: true)
    }
  }

  @Test(
    "a note of an earlier time is told, but for a change that was interrupted: the credential store announces that one")
  func earlier() throws {
    let old = try owner()
    let new = try next(old)
    let (former, current) = (try HeaderAnchor(of: old.header, by: old), try HeaderAnchor(of: new.header, by: new))
    for place in HeaderAnchors.Place.allCases {
      var notes = Dictionary(
        uniqueKeysWithValues: HeaderAnchors.Place.allCases.map { ($0, HeaderAnchors.Note.read(current)) })
      notes[place] = .read(former)
      #expect(try HeaderAnchors(notes).compared(with: new, isAlone: true) == .init(places: [place], foreign: [place]))
    }
    let interrupted = HeaderAnchors([
      .credentialStore: .read(try HeaderAnchor(from: old.header, to: new.header, by: new)),
      .taskDatabase: .read(former), .stateDirectory: .read(current),
    ])
    #expect(
      try interrupted.compared(with: new, isAlone: true)
        == .init(places: [.credentialStore, .taskDatabase], foreign: []))
  }

  @Test("a note that is bent, forged or missing is written anew and keeps nobody out")
  func bent() throws {
    let owner = try owner()
    let stranger = try self.owner()
    let good = HeaderAnchors.Note.read(try HeaderAnchor(of: owner.header, by: owner))
    var forged = try HeaderAnchor(of: owner.header, by: owner).encoded
    // A generation that no header has.
    forged.replaceSubrange(96..<104, with: [UInt8](repeating: 0xFF, count: 8))
    let bad: [HeaderAnchors.Note] = [
      .missing, .init([1, 2, 3]), .init(forged), .read(try HeaderAnchor(of: stranger.header, by: stranger)),
    ]
    #expect(bad[1] == .unreadable)
    for place in HeaderAnchors.Place.allCases {
      for note in bad {
        var notes = Dictionary(uniqueKeysWithValues: HeaderAnchors.Place.allCases.map { ($0, good) })
        notes[place] = note
        #expect(
          try HeaderAnchors(notes).compared(with: owner, isAlone: true) == .init(places: [place], foreign: [place]))
      }
    }
  }

  @Test("while the first header is being written, only its announcement is there, and that is enough")
  func first() throws {
    let owner = try owner()
    let announced = HeaderAnchors([.credentialStore: .read(try HeaderAnchor(from: nil, to: owner.header, by: owner))])
    #expect(!announced.recordsOwner)
    #expect(
      try announced.compared(with: owner, isAlone: true) == .init(places: HeaderAnchors.Place.allCases, foreign: []))
  }

  @Test("it reads what it wrote, and nothing else")
  func encoding() throws {
    let owner = try owner()
    let stranger = try self.owner()
    for witness in [
      try HeaderAnchor(from: nil, to: owner.header, by: owner), try HeaderAnchor(of: owner.header, by: owner),
    ] {
      #expect(HeaderAnchor(encoded: witness.encoded) == witness)
      #expect(HeaderAnchor(encoded: Array(witness.encoded.dropLast())) == nil)
      #expect(try witness.isAuthentic(by: owner) && !witness.isAuthentic(by: stranger))
      let former = try #require(HeaderAnchor(encoded: Array(witness.encoded.prefix(96))))
      #expect(try !former.isAuthentic(by: owner))
      #expect(former.encoded == Array(witness.encoded.prefix(96)))
    }
    #expect(try HeaderAnchor(of: owner.header, by: owner).isSameOwner(owner.header))
    #expect(try !HeaderAnchor(of: owner.header, by: owner).isSameOwner(stranger.header))
  }
}
