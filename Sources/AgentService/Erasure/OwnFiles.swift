internal import AgentAPI
internal import OwnerVerification

/// The vault's own files in one of its directories, by name. Everything else there is somebody else's, and stays.
struct OwnFiles: Sendable {
  let directory: String
  /// The order in which they go.
  let names: [String]

  /// What stands behind the name of a file in the name of another that belongs to it; also several of them.
  private static let endings = [
    "-wal", "-shm", "-journal", ".copy", ".mirror", ".lock", ".use", ".turn", ".migration", ".building", ".rebuilding",
    ".new", ".probe",
  ]
  private static let aside = ".set-aside-"

  /// When a file is its turn; nil for one that is not the vault's.
  func place(of name: String) -> Int? {
    names.firstIndex { name.hasPrefix($0) && Self.isEnding(name.dropFirst($0.count)) }
  }

  private static func isEnding(_ text: Substring) -> Bool {
    if text.isEmpty { return true }
    if let ending = endings.first(where: { text.hasPrefix($0) }) { return isEnding(text.dropFirst(ending.count)) }
    guard text.hasPrefix(aside) else { return false }
    let rest = text.dropFirst(aside.count)
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    return !number.isEmpty && isEnding(rest.dropFirst(number.count))
  }
}

extension OwnFiles {
  /// The files without which nothing that is sealed or encrypted can be read.
  static func keys(of paths: VaultPaths) -> [OwnFiles] {
    [
      OwnFiles(directory: paths.config, names: ["credentials.key"]),
      OwnFiles(directory: paths.data, names: ["owner", "credentials.db"]),
      OwnFiles(directory: paths.state, names: ["access.key"]),
    ]
  }

  /// All files, the keys first, but for those that say that the vault is being erased, and by whom.
  static func all(of paths: VaultPaths) -> [OwnFiles] {
    keys(of: paths) + [
      OwnFiles(
        directory: paths.data, names: ["tasks.db", "operations.db", "inbox.db", "attempts", "credential-store"]),
      OwnFiles(
        directory: paths.state,
        names: [
          "attempts", "access.db", "access.note", "credentials.db.generation",
          CounterAnchorFile.name(ofConfirmedTextsOf: paths.data), OwnerService.noteName(ofVault: paths.data),
          "agent.log", NeighbourMark.name(ofVault: paths.data),
        ]),
      OwnFiles(
        directory: paths.config,
        names: ["config.json", "no-start-at-login", NeighbourMark.name(ofVault: paths.data)]),
    ]
  }

  /// The last files, and of them the last the one that says that there is more to do.
  static func marks(of paths: VaultPaths) -> OwnFiles {
    OwnFiles(directory: paths.data, names: ["agent.lock", "erasing"])
  }
}
