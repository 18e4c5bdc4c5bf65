import FoundationEssentials
import OwnerVerification
import Sealing
import SecretMemory
import Testing

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
    let isSame = opened.isEqual(to: made.privateKey.bytes)
    #expect(isSame)
    #expect(try X25519.publicKey(of: opened) == made.header.publicKey)
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
      code, in: made.header, privateKey: made.privateKey.bytes, deviceKey: machine.deviceKey)
    let opened = try keys.open(header, recoveryCode: code, deviceKey: machine.deviceKey)
    let isSame = opened.isEqual(to: made.privateKey.bytes)
    #expect(isSame)
    #expect(throws: OwnerVerificationError(.wrongSecret)) {
      _ = try keys.open(header, recoveryCode: wrong, deviceKey: machine.deviceKey)
    }

    let fresh = try Machine()
    #expect(throws: OwnerVerificationError(.wrongDeviceKey)) {
      _ = try keys.open(header, recoveryCode: code, deviceKey: fresh.deviceKey)
    }
    let restored = try keys.openOnNewMachine(header, recoveryCode: code)
    let rebound = try keys.rebound(header, privateKey: restored, deviceKey: fresh.deviceKey)
    #expect(rebound.slots.map(\.kind) == [.recovery])
    let newPIN = try secret("another one")
    let complete = try keys.settingPIN(
      newPIN, pepper: fresh.pepper, in: rebound, privateKey: restored, deviceKey: fresh.deviceKey)
    let again = try keys.open(complete, pin: newPIN, pepper: fresh.pepper, deviceKey: fresh.deviceKey)
    let isStillSame = again.isEqual(to: made.privateKey.bytes)
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
      code, in: made.header, privateKey: made.privateKey.bytes, deviceKey: machine.deviceKey)
    let after = try keys.settingPIN(
      new, pepper: machine.pepper, in: before, privateKey: made.privateKey.bytes, deviceKey: machine.deviceKey)
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
    let privateKey = made.privateKey.bytes.withUnsafeBytes { Array($0) }
    let key = try SecretBytes(privateKey)
    #expect(throws: OwnerVerificationError(.lastSlot)) {
      _ = try keys.removing(.pin, from: made.header, privateKey: key, deviceKey: machine.deviceKey)
    }
    let both = try keys.settingRecoveryCode(
      code, in: made.header, privateKey: key, deviceKey: machine.deviceKey)
    let one = try keys.removing(.pin, from: both, privateKey: key, deviceKey: machine.deviceKey)
    #expect(one.slots.map(\.kind) == [.recovery])
    #expect(throws: OwnerVerificationError(.noSlot)) {
      _ = try keys.open(one, pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    }
    #expect(throws: OwnerVerificationError(.lastSlot)) {
      _ = try keys.removing(.recovery, from: one, privateKey: key, deviceKey: machine.deviceKey)
    }
  }

  @Test("another's private half changes nothing")
  func foreignKey() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    let foreign = try X25519.generatePrivateKey()
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try keys.settingPIN(
        pin, pepper: machine.pepper, in: made.header, privateKey: foreign, deviceKey: machine.deviceKey)
    }
  }
}
