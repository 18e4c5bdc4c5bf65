import Foundation
import OwnerVerification
import Sealing
import Testing

@Suite("The list of confirmed texts")
struct ConfirmedListTests {
  private let vault = UUID()

  @Test("comes back as it was written, and a changed one does not", arguments: [0, 1, 100])
  func roundTrip(count: Int) throws {
    let owner = try X25519.generatePrivateKey()
    let list = ConfirmedList(generation: 7, items: Set((0..<count).map { _ in UUID() }))
    let encoded = try list.encoded(vaultID: vault, privateKey: owner)
    #expect(try ConfirmedList(encoded: encoded, vaultID: vault, privateKey: owner) == list)
    #expect(ConfirmedList.claimedItems(encoded) == list.items)
    let other = try X25519.generatePrivateKey()
    for place in encoded.indices where place < 60 || place > encoded.count - 40 {
      var changed = encoded
      changed[place] ^= 1
      #expect(throws: OwnerVerificationError(.damaged)) {
        _ = try ConfirmedList(encoded: changed, vaultID: vault, privateKey: owner)
      }
    }
    for cut in [Array(encoded.dropLast()), Array(encoded.dropFirst(16)), [], [UInt8](repeating: 0, count: 32)] {
      #expect(throws: OwnerVerificationError(.damaged)) {
        _ = try ConfirmedList(encoded: cut, vaultID: vault, privateKey: owner)
      }
    }
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try ConfirmedList(encoded: encoded, vaultID: UUID(), privateKey: owner)
    }
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try ConfirmedList(encoded: encoded, vaultID: vault, privateKey: other)
    }
  }

  @Test("has a next one until the highest generation, which does not overflow")
  func highest() throws {
    #expect(try ConfirmedList(generation: 1, items: []).next([vault]) == ConfirmedList(generation: 2, items: [vault]))
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try ConfirmedList(generation: .max, items: []).next([])
    }
  }

  @Test("is noted elsewhere by its generation, which nobody else can raise")
  func note() throws {
    let owner = try X25519.generatePrivateKey()
    let note = try ConfirmedList(generation: 0x0102_0304_0506_0708, items: [])
      .note(vaultID: vault, privateKey: owner)
    #expect(try ConfirmedList.generation(ofNote: note, vaultID: vault, privateKey: owner) == 0x0102_0304_0506_0708)
    for place in note.indices {
      var changed = note
      changed[place] ^= 1
      #expect(try ConfirmedList.generation(ofNote: changed, vaultID: vault, privateKey: owner) == nil)
    }
    for wrong in [[], note + [0], Array(note.dropLast())] {
      #expect(try ConfirmedList.generation(ofNote: wrong, vaultID: vault, privateKey: owner) == nil)
    }
    #expect(try ConfirmedList.generation(ofNote: note, vaultID: UUID(), privateKey: owner) == nil)
  }
}
