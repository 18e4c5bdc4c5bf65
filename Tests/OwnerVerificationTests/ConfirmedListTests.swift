import Foundation
import OwnerVerification
import Sealing
import Testing

@Suite("The list of confirmed texts")
struct ConfirmedListTests {
  private let vault = UUID()

  @Test("comes back as it was written, and a changed one does not", arguments: [0, 1, 100])
  func roundTrip(count: Int) throws {
    let owner = try madeOwner()
    let list = ConfirmedList(generation: 7, items: Set((0..<count).map { _ in UUID() }))
    let encoded = try list.encoded(by: owner)
    #expect(try ConfirmedList(encoded: encoded, by: owner) == list)
    #expect(ConfirmedList.claimedItems(encoded) == list.items)
    let other = try madeOwner()
    for place in encoded.indices where place < 60 || place > encoded.count - 40 {
      var changed = encoded
      changed[place] ^= 1
      #expect(throws: OwnerVerificationError(.damaged)) {
        _ = try ConfirmedList(encoded: changed, by: owner)
      }
    }
    for cut in [Array(encoded.dropLast()), Array(encoded.dropFirst(16)), [], [UInt8](repeating: 0, count: 32)] {
      #expect(throws: OwnerVerificationError(.damaged)) {
        _ = try ConfirmedList(encoded: cut, by: owner)
      }
    }
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try ConfirmedList(encoded: encoded, by: other)
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
    let owner = try madeOwner()
    let other = try madeOwner()
    let note = try ConfirmedList(generation: 0x0102_0304_0506_0708, items: [])
      .note(by: owner)
    #expect(try ConfirmedList.generation(ofNote: note, by: owner) == 0x0102_0304_0506_0708)
    for place in note.indices {
      var changed = note
      changed[place] ^= 1
      #expect(try ConfirmedList.generation(ofNote: changed, by: owner) == nil)
    }
    for wrong in [[], note + [0], Array(note.dropLast())] {
      #expect(try ConfirmedList.generation(ofNote: wrong, by: owner) == nil)
    }
    #expect(try ConfirmedList.generation(ofNote: note, by: other) == nil)
  }
}
