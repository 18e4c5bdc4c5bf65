internal import SecretMemory

@testable internal import CredentialStore

/// What a fuzzer does with an encrypted file. Where one of its files is whole, all is as it was written last; otherwise what is read was
/// written once.
enum CredentialDatabaseStep: CaseIterable {
  case first, second, third, names, check, write

  func take(in engine: FileEngine, of sample: SampleCredentialDatabase) {
    switch self {
    case .first: read(0, engine, sample)
    case .second: read(1, engine, sample)
    case .third: read(2, engine, sample)
    case .names: list(engine, sample)
    case .check:
      let report = Result { try engine.check() }
      precondition(
        (try? report.get().isClean) == true || !sample.isRescuable,
        "a whole file does not make up for a broken one: \(report)")
    case .write:
      let (name, value) = SampleCredentialDatabase.values[0]
      let written = Result { try engine.set(SecretBytes(value), for: name) }
      precondition((try? written.get()) != nil || !sample.isRescuable, "nothing can be written: \(written)")
    }
  }

  private func read(_ index: Int, _ engine: FileEngine, _ sample: SampleCredentialDatabase) {
    let (name, value) = SampleCredentialDatabase.values[index]
    let found = Result { () throws -> [UInt8]? in
      guard let value = try engine.value(for: name) else { return nil }
      return value.withUnsafeBytes { Array($0) }
    }
    let outcome = try? found.get()
    // Where both files were changed, both may say that there is none, or have the record as it was (docs/credential-store.md).
    let isFormer = outcome == SampleCredentialDatabase.former(of: value)
    precondition(
      outcome == .some(value) || (!sample.isRescuable && (outcome == nil || isFormer)),
      "a value is another one: \(found)")
  }

  private func list(_ engine: FileEngine, _ sample: SampleCredentialDatabase) {
    let names = Result { try engine.names() }
    precondition(
      (try? names.get()) == SampleCredentialDatabase.values.map(\.name).sorted()
        || (!sample.isRescuable && (try? names.get()) == nil),
      "there are other names: \(names)")
  }
}
