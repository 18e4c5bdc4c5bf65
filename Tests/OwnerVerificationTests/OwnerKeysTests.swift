import FoundationEssentials
import Sealing
import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("Owner keys")
struct OwnerKeysTests {
  @Test("the PIN opens what it made, and only with the right pepper and device key")
  func pin() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let other = try Machine()
    let pin = try secret("482719")
    let wrong = try secret("482718")
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let opened = try keys.open(made.header, pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let isSame = opened.privateKey.isEqual(to: made.privateKey)
    #expect(isSame)
    #expect(try X25519.publicKey(of: opened.privateKey) == made.header.publicKey)
    #expect(throws: OwnerVerificationError(.wrongSecret)) {
      _ = try keys.open(made.header, pin: wrong, pepper: machine.pepper, deviceKey: machine.deviceKey)
    }
    #expect(throws: OwnerVerificationError(.wrongSecret)) {
      _ = try keys.open(made.header, pin: pin, pepper: other.pepper, deviceKey: machine.deviceKey)
    }
    #expect(throws: OwnerVerificationError(.wrongDeviceKey)) {
      _ = try keys.open(made.header, pin: pin, pepper: machine.pepper, deviceKey: other.deviceKey)
    }
  }

  @Test("a weak PIN makes no owner")
  func weak() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("123456")
    #expect(throws: OwnerVerificationError(.weakPIN)) {
      _ = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    }
  }

  @Test("the recovery code opens without a pepper, also on a new machine, where a new PIN can be set")
  func recovery() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let code = try RecoveryCode()
    let wrong = try RecoveryCode()
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let header = try keys.settingRecoveryCode(
      code, of: made, deviceKey: machine.deviceKey)
    let opened = try keys.open(header, recoveryCode: code, deviceKey: machine.deviceKey)
    let isSame = opened.privateKey.isEqual(to: made.privateKey)
    #expect(isSame)
    #expect(throws: OwnerVerificationError(.wrongSecret)) {
      _ = try keys.open(header, recoveryCode: wrong, deviceKey: machine.deviceKey)
    }

    let fresh = try Machine()
    #expect(throws: OwnerVerificationError(.wrongDeviceKey)) {
      _ = try keys.open(header, recoveryCode: code, deviceKey: fresh.deviceKey)
    }
    let restored = try keys.openOnNewMachine(header, recoveryCode: code)
    let rebound = try restored.verified(of: try keys.rebound(restored, deviceKey: fresh.deviceKey, above: 7))
    #expect(rebound.header.slots.map(\.kind) == [.recovery])
    #expect(rebound.header.generation == 8)
    let newPIN = try secret("another one")
    let complete = try keys.settingPIN(
      newPIN, pepper: fresh.pepper, of: rebound, deviceKey: fresh.deviceKey)
    let again = try keys.open(complete, pin: newPIN, pepper: fresh.pepper, deviceKey: fresh.deviceKey)
    let isStillSame = again.privateKey.isEqual(to: made.privateKey)
    #expect(isStillSame)
  }

  @Test("a changed PIN rewraps one slot: the public half stays, the old PIN opens nothing")
  func change() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let old = try secret("482719")
    let new = try secret("903817")
    let code = try RecoveryCode()
    let made = try keys.create(vaultID: UUID(), pin: old, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let before = try keys.settingRecoveryCode(
      code, of: made, deviceKey: machine.deviceKey)
    let after = try keys.settingPIN(
      new, pepper: machine.pepper, of: try made.verified(of: before), deviceKey: machine.deviceKey)
    #expect([made.header, before, after].map(\.generation) == [1, 2, 3])
    #expect(after.publicKey == before.publicKey)
    #expect(after.slot(.recovery) == before.slot(.recovery))
    #expect(after.slot(.pin)?.salt != before.slot(.pin)?.salt)
    _ = try keys.open(after, pin: new, pepper: machine.pepper, deviceKey: machine.deviceKey)
    #expect(throws: OwnerVerificationError(.wrongSecret)) {
      _ = try keys.open(after, pin: old, pepper: machine.pepper, deviceKey: machine.deviceKey)
    }
  }

  @Test("a slot can be removed, but not the last one")
  func removal() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let code = try RecoveryCode()
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    #expect(throws: OwnerVerificationError(.lastSlot)) {
      _ = try keys.removing(.pin, of: made, deviceKey: machine.deviceKey)
    }
    let both = try made.verified(of: try keys.settingRecoveryCode(code, of: made, deviceKey: machine.deviceKey))
    let one = try made.verified(of: try keys.removing(.pin, of: both, deviceKey: machine.deviceKey))
    #expect(one.header.slots.map(\.kind) == [.recovery])
    #expect(throws: OwnerVerificationError(.noSlot)) {
      _ = try keys.open(one.header, pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    }
    #expect(throws: OwnerVerificationError(.lastSlot)) {
      _ = try keys.removing(.recovery, of: one, deviceKey: machine.deviceKey)
    }
  }

  @Test("another's private half proves nothing")
  func foreignKey() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let other = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    #expect(throws: OwnerVerificationError(.damaged)) { _ = try other.verified(of: made.header) }
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try VerifiedOwner(try X25519.generatePrivateKey(), of: made.header)
    }
  }

  @Test("method and list stand under the owner's MAC, and the list never goes again")
  func terms() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    #expect(made.header.method == .pin && !made.header.hasOwnedList)
    let changed = try made.verified(
      of: try keys.updating(made, method: .system, hasOwnedList: true, deviceKey: machine.deviceKey))
    #expect(changed.header.method == .system && changed.header.hasOwnedList && changed.header.generation == 2)
    let again = try keys.updating(changed, method: .pin, deviceKey: machine.deviceKey)
    #expect(again.method == .pin && again.hasOwnedList && again.generation == 3)
    // The bytes of method and flag, behind vault, public half, the mark of the form and the generation.
    for place in [58, 59] {
      var bytes = again.encoded()
      bytes[place] ^= place == 58 ? 3 : 1
      let bent = try OwnerHeader(encoded: bytes)
      #expect(bent != again)
      #expect(throws: OwnerVerificationError(.damaged)) { _ = try made.verified(of: bent) }
    }
  }

  @Test("a header of the legacy format opens, proves no terms, and comes out in the present form")
  func formerForm() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let former = try OwnerHeader(
      vaultID: made.header.vaultID, publicKey: made.header.publicKey, slots: made.header.slots, terms: .unproven,
      privateKey: made.privateKey, deviceKey: machine.deviceKey)
    let read = try OwnerHeader(encoded: former.encoded())
    #expect(read == former && read.isLegacyFormat && read.method == .pin)
    let opened = try keys.open(read, pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let present = try keys.updating(opened, deviceKey: machine.deviceKey)
    #expect(present.generation == 1 && !present.isLegacyFormat)
    _ = try keys.open(present, pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
  }
}
