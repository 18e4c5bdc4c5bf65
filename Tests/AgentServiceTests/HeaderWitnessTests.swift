internal import FoundationEssentials
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import Testing

@testable internal import AgentService

@Suite("The witness of the key slots")
struct HeaderWitnessTests {
  private func header(vaultID: UUID = UUID()) throws -> OwnerHeader {
    let keys = OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
    return try keys.create(
      vaultID: vaultID, pin: SecretBytes(Array("a long PIN".utf8)), pepper: SystemRandom.secret(32),
      deviceKey: SystemRandom.secret(32)
    ).header
  }

  @Test(
    "before a change is written, in the middle, after it, and where it was cut short: always exactly one is in force")
  func choices() throws {
    let (old, new, other) = (try header(), try header(), try header())
    let changing = HeaderWitness(from: old, to: new)
    #expect(changing.choose(among: [old]) == old)
    #expect(changing.choose(among: [new, old]) == old, "the new one is not known to open yet")
    #expect(changing.choose(among: [new]) == new)
    #expect(changing.choose(among: [other]) == nil)
    let changed = HeaderWitness(of: new)
    #expect(changed.choose(among: [new]) == new)
    #expect(changed.choose(among: [old, new]) == new)
    #expect(changed.choose(among: [old]) == nil)
    let first = HeaderWitness(from: nil, to: new)
    #expect(first.current == nil)
    #expect(first.choose(among: [new]) == new)
  }

  @Test("it reads what it wrote, and nothing else")
  func encoding() throws {
    let (old, new) = (try header(), try header())
    for witness in [HeaderWitness(from: nil, to: new), HeaderWitness(from: old, to: new), HeaderWitness(of: new)] {
      #expect(HeaderWitness(encoded: witness.encoded) == witness)
      #expect(HeaderWitness(encoded: Array(witness.encoded.dropLast())) == nil)
    }
    #expect(HeaderWitness(of: new).isSameOwner(new))
    #expect(!HeaderWitness(of: new).isSameOwner(old))
  }
}
