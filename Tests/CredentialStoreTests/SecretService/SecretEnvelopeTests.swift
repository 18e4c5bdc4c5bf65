import SecretMemory
import Testing

@testable import CredentialStore

@Suite("What lies in the keyring as an item's secret")
struct SecretEnvelopeTests {
  private func sealed(_ value: [UInt8], _ name: String) throws -> [UInt8] {
    let envelope = try SecretEnvelope.seal(SecretBytes(value), name: credentialName(name))
    return envelope.withUnsafeBytes { Array($0) }
  }

  @Test("the layout is the documented one")
  func layout() throws {
    let header: [UInt8] = [0x56, 0x4C, 0x54, 0x43, 1, 0, 2, 0, 0, 0, 2]
    let content: [UInt8] = [0x61, 0x62, 9, 8]
    let expected: [UInt8] = header + content
    let actual = try sealed([9, 8], "ab")
    #expect(actual == expected)
  }

  @Test("name and value come back")
  func roundTrip() throws {
    let envelope = try SecretEnvelope.seal(SecretBytes([0, 1]), name: credentialName("é"))
    #expect(try SecretEnvelope.name(in: envelope) == credentialName("é"))
    let value = try SecretEnvelope.open(envelope, name: credentialName("é"))
    #expect(value.withUnsafeBytes { Array($0) } == [0, 1])
  }

  @Test("the envelope of another item is broken, one of a newer version is newer")
  func refused() throws {
    let envelope = try SecretEnvelope.seal(SecretBytes([1]), name: credentialName("a"))
    #expect(throws: SecretEnvelope.Fault.broken) { _ = try SecretEnvelope.open(envelope, name: credentialName("b")) }
    var bytes = try sealed([1], "a")
    bytes[4] = 2
    let newer = try SecretBytes(bytes)
    #expect(throws: SecretEnvelope.Fault.newer) { _ = try SecretEnvelope.name(in: newer) }
    bytes[4] = 0
    let older = try SecretBytes(bytes)
    #expect(throws: SecretEnvelope.Fault.broken) { _ = try SecretEnvelope.name(in: older) }
  }

  @Test("every cut and every longer one is broken")
  func lengths() throws {
    let bytes = try sealed([1, 2, 3], "name")
    for count in 0..<bytes.count {
      let cut = try SecretBytes(Array(bytes.prefix(count)))
      #expect(throws: SecretEnvelope.Fault.broken, "\(count) bytes") { _ = try SecretEnvelope.name(in: cut) }
    }
    let longer = try SecretBytes(bytes + [0])
    #expect(throws: SecretEnvelope.Fault.broken) { _ = try SecretEnvelope.name(in: longer) }
  }

  @Test("no bytes make it crash, and what it accepts it would write the same way")
  func fuzz() throws {
    var random = SplitMix(seed: 0x5EED)
    let valid = try sealed(Array(0..<40), "some/name")
    for _ in 0..<20_000 {
      var bytes = valid
      for _ in 0..<random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count + 1)) }
      let envelope = try SecretBytes(bytes)
      do throws(SecretEnvelope.Fault) {
        let name = try SecretEnvelope.name(in: envelope)
        let value = try SecretEnvelope.open(envelope, name: name)
        let again = try SecretEnvelope.seal(value, name: name)
        let isSame = again.isEqual(to: envelope)
        #expect(isSame)
      } catch {
        #expect(error != .memory)
      }
    }
  }

  /// SplitMix64, so that a failure can be had again.
  private struct SplitMix {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
