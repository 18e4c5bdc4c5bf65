internal import Sealing
internal import SecretMemory

@testable internal import CredentialStore

/// The encrypted file as somebody may leave it who has neither its key nor the mark, and the key file.
extension FuzzTarget {
  static let credentialDatabase = [
    FuzzTarget("key-file", atMost: 256, keyFile),
    FuzzTarget("credential-database", atMost: 512, inputs: 100, credentialDatabase),
  ]

  // MARK: The key file

  /// Both copies, each missing, as it is in the input, or with its checksum.
  private static func keyFile(_ input: [UInt8]) {
    var reader = InputReader(input)
    ScratchDirectory.with { directory in
      let file = KeyFile(path: directory + "/key")
      let copies = [file.path, file.path + ".copy"].map { writeKey(to: $0, &reader) }
      let whole = copies.compactMap { $0.flatMap { self.key(in: $0) } }
      guard let key = loaded(file) else {
        precondition(whole.isEmpty, "a whole key is not read")
        let isMissing = copies.allSatisfy { $0 == nil }
        return precondition(
          ((try? file.create()) != nil) == isMissing, "a key is made where one is, or none where none is")
      }
      precondition(key == whole.first, "the key of the first whole copy is another one")
      precondition(loaded(file) == key, "a key is another one when it is read again")
      let copy = loaded(KeyFile(path: file.path + ".copy"))
      precondition(copy == whole.last, "a copy is not mended")
      precondition((try? file.create()) == nil, "a key is replaced")
    }
  }

  private static func writeKey(to path: String, _ reader: inout InputReader) -> [UInt8]? {
    let (kind, body) = (reader.byte() % 4, reader.measuredRun())
    guard kind > 0 else { return nil }
    var bytes = kind == 1 ? body : Array("vcs-key1".utf8) + (kind == 2 ? [0, 0, 0, 32] : []) + body
    if kind > 1 { bytes += SHA256.digest(of: bytes) }
    ScratchDirectory.write(bytes, to: path)
    return bytes
  }

  /// The key of a whole copy.
  private static func key(in file: [UInt8]) -> [UInt8]? {
    guard file.count == 76, file.starts(with: Array("vcs-key1".utf8) + [0, 0, 0, 32]) else { return nil }
    return SHA256.digest(of: Array(file.prefix(44))) == Array(file.suffix(32)) ? Array(file[12..<44]) : nil
  }

  private static func loaded(_ file: KeyFile) -> [UInt8]? {
    guard let key = try? file.load() else { return nil }
    return key.withUnsafeBytes { Array($0) }
  }

  // MARK: The database

  private static func credentialDatabase(_ input: [UInt8], _ extent: Extent) {
    ScratchDirectory.with { directory in
      var reader = InputReader(input)
      var plan = StepPlan(input, extent)
      let sample = SampleCredentialDatabase(in: directory, &reader)
      for _ in 0..<(plan.reopens ? 2 : 1) {
        let engine = sample.engine
        for step in plan.next(of: CredentialDatabaseStep.self) { step.take(in: engine, of: sample) }
        engine.closeCopies()
      }
    }
  }
}
