internal import DurableFiles
internal import FoundationEssentials
internal import PictureFormat
internal import Sealing
internal import SecretMemory

@testable internal import OwnerVerification

/// The vault's own files, behind their checksums and codes: who can write to them may have the right ones.
extension FuzzTarget {
  static let files = [
    FuzzTarget("owner-header", atMost: 1024) { input in
      guard let header = try? OwnerHeader(encoded: input) else { return }
      precondition(header.encoded() == input, "an owner header is another one after it was read and written")
    },
    FuzzTarget("attempts", atMost: 128, attempts),
    FuzzTarget("checked-file", atMost: 256) { input in
      let format = OwnerFileFormat(magic: "VAULTATT", version: 2, maximumPayloadByteCount: 128)
      guard let content = try? format.decode(input + SHA256.digest(of: input)) else { return }
      precondition(content.payload.count <= 128, "a payload is longer than it may be")
    },
    FuzzTarget("pam-frames", pamFrame),
    FuzzTarget("picture-header") { input in
      guard let header = try? PictureHeader(input) else { return }
      precondition(PictureHeader.isTaken(width: header.width, height: header.height), "a picture is too large")
    },
  ]

  /// What stands for a key of the vault's.
  static var key: SecretBytes {
    do { return try SecretBytes([UInt8](repeating: 7, count: 32)) } catch { fatalError("\(error)") }
  }

  /// The code for a message under that key.
  static func code(for message: [UInt8]) -> [UInt8] {
    do { return try HMACSHA256.code(for: message, key: key) } catch { fatalError("\(error)") }
  }

  private static func attempts(_ input: [UInt8]) {
    let code = code(for: Array("vault attempt record v2".utf8) + input)
    guard let record = try? AttemptRecord(encoded: input + code, key: key) else { return }
    let encoded = try? record.encoded(key: key)
    let again = encoded.flatMap { try? AttemptRecord(encoded: $0, key: key).encoded(key: key) }
    precondition(encoded != nil && again == encoded, "a record is another one after it was written and read")
    let legacy = try? record.encodedAsLegacy(key: key)
    let legacyAgain = legacy.flatMap { try? AttemptRecord(legacy: $0, key: key).encodedAsLegacy(key: key) }
    precondition(legacy != nil && legacyAgain == legacy, "a record of the legacy format is another one")
    var next = record
    next.advance()
    precondition(next.generation >= record.generation, "a generation goes back")
    precondition(next.outranks(record) || record.generation == .max, "an older record counts")
  }

  private static func pamFrame(_ input: [UInt8]) {
    guard let frame = try? PAMFrame(packet: input) else { return }
    switch frame {
    case .prompt(let prompt):
      precondition(prompt.needsAnswer == (input[0] <= PAMFrame.Kind.visible.rawValue), "another prompt is answered")
      precondition(prompt.text.count <= PAMText.maximumCharacters, "a text is longer than it may be")
      precondition(prompt.text.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "a text has control characters")
    case .result(let outcome): precondition(PAMFrame.packet(outcome) == input, "a result is another one")
    }
  }
}
