import Foundation
import Testing

@testable import OwnerVerification
@testable import Sealing

@Suite("The list of confirmed texts")
struct ConfirmedListTests {
  private let vault = UUID()

  @Test("comes back as it was written, and a changed one does not", arguments: [0, 1, 100])
  func roundTrip(count: Int) throws {
    let owner = try madeOwner()
    let items = Set((0..<count).map { _ in UUID() })
    var steps: [UUID: ConfirmedList.Steps] = [:]
    for id in items.prefix(count / 3) { steps[id] = ConfirmedList.Steps([UUID(), id]) }
    let list = ConfirmedList(
      generation: 7, texts: .init(items: items, asking: Set(items.prefix(count / 2)), steps: steps))
    let encoded = try list.encoded(by: owner)
    #expect(try ConfirmedList(encoded: encoded, by: owner) == list)
    #expect(ConfirmedList.claimedItems(encoded).isSuperset(of: items))
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

  @Test("reads the form before it, which says nothing of texts that ask")
  func formerForm() throws {
    let owner = try madeOwner()
    let items = [UUID(), UUID()]
    let body = Array("VCL2".utf8) + [0, 0, 0, 0, 0, 0, 0, 9] + items.flatMap(\.bytes)
    let key = try owner.authenticationKey(for: OwnerPurpose("vault list of confirmed texts v2"))
    let encoded = body + (try key.code(for: owner.header.vaultID.bytes + body))
    #expect(
      try ConfirmedList(encoded: encoded, by: owner) == ConfirmedList(generation: 9, texts: .init(items: Set(items))))
    #expect(ConfirmedList.claimedItems(encoded) == Set(items))
  }

  @Test("has a next one until the highest generation, which does not overflow")
  func highest() throws {
    #expect(try ConfirmedList(generation: 1, texts: .init()).next(.init(items: [vault])).generation == 2)
    #expect(throws: OwnerVerificationError(.damaged)) {
      _ = try ConfirmedList(generation: .max, texts: .init()).next(.init())
    }
  }

  @Test("is noted elsewhere by its generation, which nobody else can raise")
  func note() throws {
    let owner = try madeOwner()
    let other = try madeOwner()
    let note = try ConfirmedList(generation: 0x0102_0304_0506_0708, texts: .init())
      .anchor(by: owner)
    #expect(try ConfirmedList.generation(ofAnchor: note, by: owner) == 0x0102_0304_0506_0708)
    for place in note.indices {
      var changed = note
      changed[place] ^= 1
      #expect(try ConfirmedList.generation(ofAnchor: changed, by: owner) == nil)
    }
    for wrong in [[], note + [0], Array(note.dropLast())] {
      #expect(try ConfirmedList.generation(ofAnchor: wrong, by: owner) == nil)
    }
    #expect(try ConfirmedList.generation(ofAnchor: note, by: other) == nil)
  }
}
