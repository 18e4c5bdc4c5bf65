import FoundationEssentials
import Testing

@testable import OwnerVerification

@Suite("Confirmed settings in the owner's header")
struct ConfirmedSettingsTests {
  @Test("they stand under the owner's MAC, stay over other changes, and go when the owner confirms none")
  func terms() throws {
    let keys = try cheapKeys()
    let machine = try Machine()
    let pin = try secret("482719")
    let made = try keys.create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
    var settings = ConfirmedSettings()
    settings.unlockTimeoutSeconds = 3600
    settings.authorities = [UInt8](repeating: 7, count: 32)
    let confirmed = try made.verified(of: keys.updating(made, confirmed: settings, deviceKey: machine.deviceKey))
    let read = try OwnerHeader(encoded: confirmed.header.encoded())
    #expect(read == confirmed.header && read.terms.confirmed == settings)
    let other = try made.verified(of: keys.updating(confirmed, method: .system, deviceKey: machine.deviceKey))
    #expect(other.header.terms.confirmed == settings)

    // The first byte of the seconds, behind vault, public half, the mark of the form, generation, method and flags.
    var bytes = read.encoded()
    bytes[60] ^= 1
    let bent = try OwnerHeader(encoded: bytes)
    #expect(bent.terms.confirmed != settings)
    #expect(throws: OwnerVerificationError(.damaged)) { _ = try made.verified(of: bent) }

    var kept = settings
    kept.keepsLeftTexts = true
    let keeping = try made.verified(of: keys.updating(other, confirmed: kept, deviceKey: machine.deviceKey))
    #expect(try OwnerHeader(encoded: keeping.header.encoded()).terms.confirmed == kept)
    kept = ConfirmedSettings()
    kept.keepsLeftTexts = true
    let alone = try made.verified(of: keys.updating(other, confirmed: kept, deviceKey: machine.deviceKey))
    #expect(try OwnerHeader(encoded: alone.header.encoded()).terms.confirmed == kept)
    // The flags, in front of the seconds.
    bytes = alone.header.encoded()
    bytes[59] &= ~4
    let taken = try OwnerHeader(encoded: bytes)
    #expect(taken.terms.confirmed == ConfirmedSettings())
    #expect(throws: OwnerVerificationError(.damaged)) { _ = try made.verified(of: taken) }

    let none = try keys.updating(other, confirmed: ConfirmedSettings(), deviceKey: machine.deviceKey)
    #expect(none.terms.confirmed == ConfirmedSettings())
    #expect(none.encoded().count == read.encoded().count - 68)
  }
}
