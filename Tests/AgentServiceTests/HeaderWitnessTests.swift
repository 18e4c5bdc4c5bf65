internal import FoundationEssentials
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import Testing

@testable internal import AgentService

@Suite("What is noted of the key slots")
struct HeaderWitnessTests {
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

  private func everywhere(_ note: HeaderNotes.Note) -> HeaderNotes {
    HeaderNotes(Dictionary(uniqueKeysWithValues: HeaderNotes.Place.allCases.map { ($0, note) }))
  }

  @Test("the header that is noted is tried first, and the one that is being written last")
  func order() throws {
    let old = try owner()
    let new = try next(old)
    let noted = everywhere(.read(try HeaderWitness(of: old.header, by: old)))
    #expect(noted.ordered([new.header, old.header]) == [old.header, new.header])
    let later = everywhere(.read(try HeaderWitness(of: new.header, by: new)))
    #expect(later.ordered([old.header, new.header]) == [new.header, old.header])
    #expect(later.name(none: [old.header]))
    #expect(!noted.name(none: [old.header]))
  }

  @Test("an older header is found out by any one note, and a newer one bears the owner's MAC: it is taken")
  func generations() throws {
    let old = try owner()
    let new = try next(old)
    for place in HeaderNotes.Place.allCases {
      let notes = HeaderNotes([place: .read(try HeaderWitness(of: new.header, by: new))])
      #expect(throws: OwnerVerificationError(.staleHeader)) { _ = try notes.compared(with: old, isAlone: true) }
      #expect(try notes.compared(with: new, isAlone: true).places.contains(place) == false)
    }
    let behind = everywhere(.read(try HeaderWitness(of: old.header, by: old)))
    #expect(try behind.compared(with: new, isAlone: true) == .init(places: HeaderNotes.Place.allCases, foreign: []))
    #expect(throws: OwnerVerificationError(.staleHeader)) {
      _ = try everywhere(.missing).compared(with: new, isAlone: true)
    }
  }

  @Test("a note that is bent, forged or missing is written anew and keeps nobody out")
  func bent() throws {
    let owner = try owner()
    let stranger = try self.owner()
    let good = HeaderNotes.Note.read(try HeaderWitness(of: owner.header, by: owner))
    var forged = try HeaderWitness(of: owner.header, by: owner).encoded
    // A generation that no header has.
    forged.replaceSubrange(96..<104, with: [UInt8](repeating: 0xFF, count: 8))
    let bad: [HeaderNotes.Note] = [
      .missing, .init([1, 2, 3]), .init(forged), .read(try HeaderWitness(of: stranger.header, by: stranger)),
    ]
    #expect(bad[1] == .unreadable)
    for place in HeaderNotes.Place.allCases {
      for note in bad {
        var notes = Dictionary(uniqueKeysWithValues: HeaderNotes.Place.allCases.map { ($0, good) })
        notes[place] = note
        #expect(
          try HeaderNotes(notes).compared(with: owner, isAlone: true) == .init(places: [place], foreign: [place]))
      }
    }
  }

  @Test("while the first header is being written, only its announcement is there, and that is enough")
  func first() throws {
    let owner = try owner()
    let announced = HeaderNotes([.credentialStore: .read(try HeaderWitness(from: nil, to: owner.header, by: owner))])
    #expect(!announced.tellOfOwner)
    #expect(
      try announced.compared(with: owner, isAlone: true) == .init(places: HeaderNotes.Place.allCases, foreign: []))
  }

  @Test("it reads what it wrote, and nothing else")
  func encoding() throws {
    let owner = try owner()
    let stranger = try self.owner()
    for witness in [
      try HeaderWitness(from: nil, to: owner.header, by: owner), try HeaderWitness(of: owner.header, by: owner),
    ] {
      #expect(HeaderWitness(encoded: witness.encoded) == witness)
      #expect(HeaderWitness(encoded: Array(witness.encoded.dropLast())) == nil)
      #expect(try witness.isAuthentic(by: owner) && !witness.isAuthentic(by: stranger))
      let former = try #require(HeaderWitness(encoded: Array(witness.encoded.prefix(96))))
      #expect(try !former.isAuthentic(by: owner))
      #expect(former.encoded == Array(witness.encoded.prefix(96)))
    }
    #expect(try HeaderWitness(of: owner.header, by: owner).isSameOwner(owner.header))
    #expect(try !HeaderWitness(of: owner.header, by: owner).isSameOwner(stranger.header))
  }
}
