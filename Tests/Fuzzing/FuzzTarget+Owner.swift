internal import DurableFiles
internal import FoundationEssentials
internal import Sealing
internal import SecretMemory

@testable internal import OwnerVerification

/// What the owner has on record, behind checksums and the owner's own MAC.
extension FuzzTarget {
  static let owner = [
    FuzzTarget("paired-file", atMost: 1024, pairedFile),
    FuzzTarget("confirmed-list", atMost: 1024, confirmedList),
  ]

  // MARK: Two copies

  private static let format = OwnerFileFormat(magic: "VAULTKEY", version: 2, maximumPayloadByteCount: 256)

  /// Both copies, each missing, as it is in the input, or with its checksum.
  private static func pairedFile(_ input: [UInt8]) {
    var reader = InputReader(input)
    ScratchDirectory.with { directory in
      let pair = OwnerFilePair(path: directory + "/owner", format: format)
      let whole = pair.copies.compactMap { write($0, &reader) }
      guard let (content, faulty) = try? pair.read() else {
        return precondition(whole.isEmpty, "a whole copy is not read")
      }
      precondition(whole.contains(content), "what is read stands in no copy")
      precondition(whole.allSatisfy { $0.generation <= content.generation }, "a newer copy does not count")
      precondition(faulty.count == 2 - whole.count { $0 == content }, "a faulty copy passes for a whole one")
      checkRepair(of: pair, faulty, content)
    }
  }

  private static func write(_ file: OwnerFile, _ reader: inout InputReader) -> OwnerFileFormat.Content? {
    let kind = reader.byte() % 8
    guard kind > 0 else { return nil }
    let body = reader.measuredRun()
    let bytes = kind == 1 ? body : body + SHA256.digest(of: body)
    ScratchDirectory.write(bytes, to: file.path)
    return try? format.decode(bytes)
  }

  private static func checkRepair(of pair: OwnerFilePair, _ faulty: [OwnerFile], _ content: OwnerFileFormat.Content) {
    let repairs = pair.repair(faulty, with: content)
    precondition(repairs.map(\.path) == faulty.map(\.path), "another copy is repaired")
    precondition(repairs.allSatisfy { $0.failure == nil }, "a copy can't be written")
    let next = OwnerFileFormat.Content(generation: content.generation &+ 1, payload: content.payload.reversed())
    let refused: ()? = try? pair.replace(with: next) { (_) throws(OwnerVerificationError) in
      throw OwnerVerificationError(.damaged)
    }
    let again = try? pair.read()
    precondition(refused == nil && again?.content == content, "what was refused is there")
    precondition(again?.faulty.isEmpty == true, "a copy that was written is faulty")
  }

  // MARK: The confirmed list

  static let verified: SharedOwner = {
    do {
      let parameters = try Argon2id.Parameters(memoryKiB: 8, iterations: 1, parallelism: 1)
      let pin = try SecretBytes(Array("482719".utf8))
      return SharedOwner(
        try OwnerKeys(parameters: parameters).create(
          vaultID: UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, 16)), pin: pin, pepper: key,
          deviceKey: key, hasOwnedList: true))
    } catch { fatalError("\(error)") }
  }()

  private static func confirmedList(_ input: [UInt8]) {
    do {
      let key = try verified.verified.authenticationKey(for: OwnerPurpose("vault list of confirmed texts v2"))
      var encoded = input + (try key.code(for: verified.header.vaultID.bytes + input))
      let claimed = ConfirmedList.claimedItems(encoded)
      guard let list = try? ConfirmedList(encoded: encoded, by: verified.verified) else { return }
      precondition(ConfirmedList.hasFormat(encoded), "a list has no form")
      precondition(claimed.isSuperset(of: list.texts.items), "an item is not claimed")
      let again = try ConfirmedList(encoded: try list.encoded(by: verified.verified), by: verified.verified)
      precondition(again == list, "a list is another one after it was written and read")
      let note = try list.anchor(by: verified.verified)
      require(
        try ConfirmedList.generation(ofAnchor: note, by: verified.verified) == list.generation, "a note is another one")
      encoded[Int(list.generation % UInt64(encoded.count))] ^= 1
      precondition((try? ConfirmedList(encoded: encoded, by: verified.verified)) == nil, "a changed list is believed")
    } catch { preconditionFailure("a list that was read can't be written and read: \(error)") }
  }
}
