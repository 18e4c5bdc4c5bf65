import DurableFiles
import Glibc
import Testing

/// The two forms that the vault's files have: with a version and private, as the owner's; or without, as those of the credential store.
enum Form: CaseIterable {
  case numbered, short

  var format: FileFormat<Trouble> {
    switch self {
    case .numbered: FileFormat(magic: "TESTFILE", version: 2, maximumPayloadByteCount: 64)
    case .short: FileFormat(magic: "testkind", version: nil, maximumPayloadByteCount: 64)
    }
  }

  func pair(_ directory: TemporaryDirectory) -> PairedFile<Trouble> {
    PairedFile(path: directory.file("pair"), format: format, mustBePrivate: self == .numbered)
  }

  /// What the three bytes 1, 2 and 3 are on the disk, as it was before there was one design for both.
  var sample: String {
    switch self {
    case .numbered:
      "5445535446494c450002000000000000010200000003010203"
        + "39182324f1a06392503dcaeb1615a7dd1237792fabfffc3efa1c47d429246f11"
    case .short:
      "746573746b696e6400000003010203"
        + "c4861210b3021767fbf39f0b073fca9c95dfc60086d7555ea6337577a9aa4480"
    }
  }
}

@Suite("A file in two copies, in either form")
struct PairedFileContractTests {
  private let directory: TemporaryDirectory
  private let names = ["pair", "pair.copy"]

  init() throws { directory = try TemporaryDirectory() }

  @Test("is on the disk byte for byte as it always was", arguments: Form.allCases)
  func bytes(form: Form) throws {
    let content = FileFormat<Trouble>.Content(generation: form == .numbered ? 258 : 0, payload: [1, 2, 3])
    let bytes = form.format.encode(content)
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == form.sample)
    #expect(try form.format.decode(bytes) == content)
  }

  @Test("is written twice, privately, and read back; where nothing was written nothing is", arguments: Form.allCases)
  func written(form: Form) throws {
    let pair = form.pair(directory)
    #expect(try pair.load() == nil)
    try pair.save([1, 2, 3])
    #expect(try pair.load() == [1, 2, 3])
    #expect(try pair.read()?.faulty.isEmpty == true)
    #expect(try directory.names() == names)
    #expect(try directory.read("pair") == directory.read("pair.copy"))
    for name in names {
      var status = stat()
      #expect(lstat(directory.file(name), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
  }

  @Test("every flipped, cut and added byte of a copy is mended from the other", arguments: Form.allCases)
  func mended(form: Form) throws {
    let pair = form.pair(directory)
    try pair.save([1, 2, 3])
    let whole = try directory.read("pair")
    var spoiled = whole.indices.map { index in
      var changed = whole
      changed[index] ^= 1 << (index % 8)
      return changed
    }
    spoiled += [[], Array(whole.dropLast()), whole + [0], [UInt8](repeating: 0, count: 9999)]
    for name in names {
      for bytes in spoiled {
        try directory.write(bytes, to: name)
        #expect(try pair.load() == [1, 2, 3])
        #expect(try directory.read(name) == whole)
      }
      unlink(directory.file(name))
      #expect(try pair.load() == [1, 2, 3])
      #expect(try directory.read(name) == whole)
    }
  }

  @Test(
    "a copy that can't be read is an error where it may be the newer one, and keeps nobody out where copies must be private",
    .enabled(if: geteuid() != 0, "root reads every file"), arguments: Form.allCases)
  func unreadable(form: Form) throws {
    let pair = form.pair(directory)
    try pair.save([1])
    chmod(directory.file("pair"), 0)
    switch form {
    case .numbered: #expect(try pair.load() == [1])
    case .short:
      #expect(throws: Trouble.self) { _ = try pair.load() }
      chmod(directory.file("pair"), 0o600)
      #expect(try pair.load() == [1])
    }
  }

  @Test("two damaged copies are an error, and nothing is written", arguments: Form.allCases)
  func damaged(form: Form) throws {
    let pair = form.pair(directory)
    for second in [[UInt8]?.none, []] {
      try directory.write([1, 2, 3], to: "pair")
      if let second { try directory.write(second, to: "pair.copy") }
      #expect(throws: Trouble(.damaged)) { _ = try pair.load() }
      #expect(try directory.read("pair") == [1, 2, 3])
    }
    try pair.save([4])
    #expect(try pair.load() == [4])
  }

  @Test(
    "what stands in the place of a copy and is none keeps nobody out, and is set aside", arguments: Form.allCases,
    Stranger.allCases)
  func strangers(form: Form, stranger: Stranger) throws {
    let pair = form.pair(directory)
    try pair.save([1, 2, 3])
    for (name, other) in [("pair", "pair.copy"), ("pair.copy", "pair")] {
      #expect(stranger.put(at: directory.file(name)))
      #expect(try pair.load() == [1, 2, 3])
      #expect(try directory.read(name) == directory.read(other))
      #expect(DurableFile.kind(directory.file("\(name).set-aside-1")) == .other)
    }
    for name in names { #expect(stranger.put(at: directory.file(name))) }
    #expect(throws: Trouble(form == .numbered ? .notPrivate : .damaged)) { _ = try pair.load() }
    try pair.save([4])
    #expect(try pair.load() == [4])
    #expect(DurableFile.kind(directory.file("pair.set-aside-2")) == .other)
  }

  @Test("a copy that others may read counts where that is no danger, and nowhere else", arguments: Form.allCases)
  func modes(form: Form) throws {
    let pair = form.pair(directory)
    try pair.save([1, 2, 3])
    chmod(directory.file("pair"), 0o640)
    #expect(try pair.read()?.faulty.count == (form == .numbered ? 1 : 0))
    chmod(directory.file("pair.copy"), 0o640)
    switch form {
    case .numbered: #expect(throws: Trouble(.notPrivate)) { _ = try pair.load() }
    case .short: #expect(try pair.load() == [1, 2, 3])
    }
  }

  @Test("what a crash left of a new copy is no obstacle, whatever it is", arguments: Form.allCases)
  func leftover(form: Form) throws {
    let pair = form.pair(directory)
    try directory.write([9], to: "pair.new")
    try pair.save([1])
    #expect(try directory.names() == names)
    #expect(Stranger.directory.put(at: directory.file("pair.new")))
    try pair.save([2])
    #expect(try pair.load() == [2])
    #expect(try directory.names() == names + ["pair.new.set-aside-1"])
  }

  @Test("of two copies of which one is newer the newer counts, in the short form the first", arguments: Form.allCases)
  func newest(form: Form) throws {
    let pair = form.pair(directory)
    try directory.write(pair.format.encode(.init(generation: 6, payload: [1])), to: "pair")
    try directory.write(pair.format.encode(.init(generation: 7, payload: [2])), to: "pair.copy")
    #expect(try pair.load() == (form == .numbered ? [2] : [1]))
    #expect(try directory.read("pair") == directory.read("pair.copy"))
  }

  @Test("a replacement that fails its check leaves what was there, or nothing", arguments: Form.allCases)
  func refused(form: Form) throws {
    let pair = form.pair(directory)
    func refuse(_ payload: [UInt8]) throws(Trouble) {
      try pair.replace(with: .init(payload: payload)) { (written) throws(Trouble) in
        #expect(written.payload == payload)
        throw Trouble(.readOnly)
      }
    }
    #expect(throws: Trouble(.readOnly)) { try refuse([1]) }
    #expect(try directory.names() == [])
    try pair.replace(with: .init(payload: [1])) { (_) throws(Trouble) in }
    #expect(throws: Trouble(.readOnly)) { try refuse([2]) }
    #expect(try pair.load() == [1])
    #expect(try pair.read()?.faulty.isEmpty == true)
  }

  @Test("both copies are removed, and what is not there as well", arguments: Form.allCases)
  func removed(form: Form) throws {
    let pair = form.pair(directory)
    try pair.save([1])
    for _ in 0..<2 {
      try pair.remove()
      #expect(try directory.names() == [])
    }
    try PairedFile(path: directory.file("gone/pair"), format: form.format).remove()
  }
}
