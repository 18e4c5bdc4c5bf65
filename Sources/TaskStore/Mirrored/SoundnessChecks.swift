/// What SQLite finds of the structure of two files that look whole, found out beside what their user does with them.
///
/// It takes time by the size of the files. Questions wait for the index alone, which names the rows that answer them: a row
/// proves itself by its checksum. Changes wait for the rows as well: they must not be written into a broken structure.
struct SoundnessChecks: Sendable {
  /// What finds out whether the index of the first file is sound; nil where that is known.
  var ofIndex: ConcurrentWork<Bool>?
  /// What finds out whether the rows of both files are; nil where that is known.
  var ofRows: ConcurrentWork<Bool>?
  /// What finds out whether the parts of the index say the same, for which nobody waits; nil where that is known.
  var ofIndexContents: ConcurrentWork<Bool>?

  /// Nothing is to be found out.
  init() {}

  /// Begins. The files must not be closed or replaced before it has ended.
  init(of file: DatabaseFile, _ copy: DatabaseFile) {
    let index = file.schema.index
    ofIndex = index.map { index in Self.check(index.tableGroups.map { Part(file: file, look: .tables($0)) }) }
    ofRows = Self.check([file, copy].map { Part(file: $0, look: .rows) }, after: ofIndex)
    ofIndexContents = index.map { index in
      Self.check([Part(file: file, look: .contents(index.tableGroups.flatMap(\.self)))], after: ofRows)
    }
  }

  /// Waits until nothing is read any more, and forgets what was found.
  mutating func end() {
    _ = try? ofIndex?.value()
    _ = try? ofRows?.value()
    _ = try? ofIndexContents?.value()
    self = SoundnessChecks()
  }

  /// Looks at each part on a thread of its own, once what is needed earlier has been found out.
  private static func check(_ parts: [Part], after earlier: ConcurrentWork<Bool>? = nil) -> ConcurrentWork<Bool> {
    ConcurrentWork { () throws(TaskStoreError) in
      _ = try? earlier?.value()
      let works = parts.map { part in ConcurrentWork { () throws(TaskStoreError) in try part.isSound() } }
      // All are waited for, also where one fails: nothing is left behind that still reads.
      let outcomes = works.map { work in Result { () throws(TaskStoreError) in try work.value() } }
      var areSound = true
      for outcome in outcomes { areSound = try outcome.get() && areSound }
      return areSound
    }
  }

  /// What is looked at in a file.
  private enum Look: Sendable {
    case tables([String])
    /// All that hold rows.
    case rows
    /// Also whether tables and their SQL indexes say the same, which takes several times as long.
    case contents([String])
  }

  private struct Part: Sendable {
    let file: DatabaseFile
    let look: Look

    func isSound() throws(TaskStoreError) -> Bool {
      // Who has the file for itself would be in the way, and be kept out.
      guard file.isShared else { throw TaskStoreError(.busy, file.path) }
      let other = try DatabaseFile(
        path: file.path, schema: file.schema, durability: .normal, busyTimeout: file.busyTimeout, isAlone: false)
      let isSound =
        switch look {
        case .tables(let tables): try other.isSound(tables)
        case .rows: try other.hasSoundRows()
        case .contents(let tables): try other.isSound(tables, check: "integrity_check")
        }
      try other.close()
      return isSound
    }
  }
}
