internal import SecretMemory

@testable internal import CredentialStore

/// The two files of an encrypted store, with which somebody does what the input says who has neither its key nor the mark.
struct SampleCredentialDatabase {
  private static let names = ["store/credentials", "store/credentials.mirror"]
  private static let others = ["keys/key", "keys/key.copy", "state/credentials.generation"]
  private static let otherCopies = ["state/credentials.generation.copy"]

  /// What is stored.
  static let values: [(name: CredentialName, value: [UInt8])] = ["one", "two", "three"].enumerated().map {
    index, text in
    guard let name = CredentialName(text) else { fatalError("\(text) is no name") }
    return (name, [UInt8](repeating: UInt8(index), count: 8))
  }

  private let directory: String
  /// Which of the files were changed.
  private var changed: Set<Int> = []

  /// Whether one of the files is as the store wrote it.
  var isRescuable: Bool { changed.count < 2 }

  /// What was stored before that.
  static func former(of value: [UInt8]) -> [UInt8] { value + [1] }

  /// The store as a process opens it that has just begun.
  var engine: FileEngine { Self.engine(in: directory) }

  private static func engine(in directory: String) -> FileEngine {
    FileEngine(
      EncryptedFileStore.Configuration(
        path: "\(directory)/\(names[0])", stateDirectory: "\(directory)/state",
        keySource: .keyFile(KeyFile(path: "\(directory)/keys/key"))))
  }

  /// The files as the store writes them, and as they were before the last change.
  private static let written: (files: SampleFiles, former: SampleFiles) = {
    var written: (files: SampleFiles, former: SampleFiles)?
    ScratchDirectory.with { directory in
      do {
        for (name, value) in values { try set(former(of: value), name, in: directory) }
        for (name, value) in values.dropLast() { try set(value, name, in: directory) }
        let former = SampleFiles(names, in: directory)
        if let (name, value) = values.last { try set(value, name, in: directory) }
        written = (SampleFiles(names + others + otherCopies, in: directory), former)
      } catch { fatalError("\(error)") }
    }
    guard let written else { fatalError("no sample was made") }
    return written
  }()

  private static func set(_ value: [UInt8], _ name: CredentialName, in directory: String) throws {
    let engine = engine(in: directory)
    try engine.set(SecretBytes(value), for: name)
    engine.closeCopies()
  }

  /// Puts the files into a directory, and changes them.
  init(in directory: String, _ reader: inout InputReader) {
    self.directory = directory
    Self.written.files.put(into: directory)
    for _ in 0..<DatabaseDamage.maximumCount where !reader.isAtEnd {
      let step = reader.byte()
      let file = Int(step >> 7)
      let path = "\(directory)/\(Self.names[file])"
      changed.insert(file)
      switch step % 4 {
      case 0: Self.written.former.put(into: directory, only: [Self.names[file]])
      case 1: DatabaseDamage.changeBytes(of: path, &reader)
      case 2: DatabaseDamage.change(path) { try DatabaseDamage.changeTables($0, &reader) }
      default: DatabaseDamage.change(path) { try SampleStore.damage($0, &reader) }
      }
    }
  }
}
