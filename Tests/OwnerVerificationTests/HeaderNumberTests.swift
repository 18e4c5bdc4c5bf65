import DurableFiles
import FoundationEssentials
import Sealing
import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("Numbers at their ends, in the owner's header and its file")
struct HeaderNumberTests {
  @Test("behind the highest generation there is no other, and nothing overflows")
  func highestGeneration() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    #expect(try keys.rebound(made, deviceKey: machine.deviceKey, keepingPIN: true, above: .max - 1).generation == .max)
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try keys.rebound(made, deviceKey: machine.deviceKey, keepingPIN: true, above: .max)
    }
    let header = try OwnerHeader(
      vaultID: made.header.vaultID, publicKey: made.header.publicKey, slots: made.header.slots,
      terms: .init(generation: .max, method: .pin, hasOwnedList: true), privateKey: made.privateKey,
      deviceKey: machine.deviceKey)
    let highest = try made.verified(of: try OwnerHeader(encoded: header.encoded()))
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try keys.updating(highest, method: .system, deviceKey: machine.deviceKey)
    }
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try keys.settingPIN(pin, pepper: machine.pepper, of: highest, deviceKey: machine.deviceKey)
    }
    _ = try keys.open(highest.header, pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
  }

  @Test("slots that were made at no time are damage", arguments: [Int64.min, -1, 253_402_300_800, .max])
  func dates(seconds: Int64) throws {
    var bytes = try madeOwner().header.encoded()
    // Behind vault, public half, the mark of the form, generation, method, flags, the number of slots and the kind of the first.
    let place = 16 + 32 + 2 + 8 + 2 + 1 + 1
    let read = try OwnerHeader(encoded: bytes)
    bytes.replaceSubrange(place..<place + 8, with: withUnsafeBytes(of: seconds.bigEndian) { Array($0) })
    #expect(throws: OwnerVerificationError(.damaged)) { _ = try OwnerHeader(encoded: bytes) }
    bytes.replaceSubrange(
      place..<place + 8,
      with: withUnsafeBytes(of: Int64(read.slots[0].createdAt.timeIntervalSince1970).bigEndian) { Array($0) })
    #expect(try OwnerHeader(encoded: bytes) == read, "the control: that is the place")
  }

  @Test("a file whose generation is the highest is replaced all the same, and the new one is read")
  func fileGeneration() throws {
    let directory = try TemporaryDirectory()
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let format = OwnerFileFormat(magic: "VAULTOWN", version: 2, maximumPayloadByteCount: OwnerHeader.maximumByteCount)
    let bytes = format.encode(.init(generation: .max, payload: made.header.encoded()))
    for name in ["owner", "owner.copy"] { try directory.write(bytes, to: name) }
    let file = OwnerHeaderFile(directory: directory.path)
    let next = try keys.updating(made, deviceKey: machine.deviceKey)
    try file.replace(made.header, with: next) { (_) throws(OwnerVerificationError) in }
    #expect(try file.copies() == [next])
    #expect(try file.load()?.header == next)
  }
}
