internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import Inbox
internal import LinuxSystem
internal import Sealing

/// Files that can be fetched again, of one owner at a time: another owner's are removed before anything is stored. The oldest
/// go when there is too much.
actor PictureCache {
  /// What a file is.
  enum Form: String, CaseIterable {
    /// The picture as the server has it.
    case original = ""
    /// The same in small, a PNG.
    case small = ".png"
  }

  /// The most bytes of all files.
  static let byteCount = 64 << 20
  private let directory: String
  private let limit: Int
  /// How often a picture was removed, so that nothing is kept that was begun before.
  private var removals: [UUID: Int] = [:]

  /// - Parameters:
  ///   - directory: of the cache; made when it is needed.
  ///   - vault: the vault's data directory, so that vaults of one user don't share a cache.
  init(directory: String, vault: String, limit: Int = PictureCache.byteCount) {
    self.directory = PictureFiles.directory(in: directory, of: vault)
    self.limit = limit
  }

  /// The path of a file, which counts as used now; nil when it is not here.
  func path(of id: UUID, _ form: Form, for owner: InboxOwner) -> String? {
    let path = path(id, form, owner)
    return utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) == 0 ? path : nil
  }

  /// How often a picture was removed until now.
  func removalCount(of id: UUID) -> Int { removals[id, default: 0] }

  /// Stores a file, unless the picture was removed since the work on it began.
  ///
  /// - Parameter count: ``removalCount(of:)`` when that work began.
  /// - Returns: its path.
  /// - Throws: ``AgentAPI/Failure`` when it can't be written; ``AgentAPI/Failure/Code/usage`` when the picture was removed.
  func store(
    _ bytes: [UInt8], as id: UUID, _ form: Form, for owner: InboxOwner, unlessRemovedSince count: Int
  ) throws(Failure) -> String {
    guard removalCount(of: id) == count else { throw Failure(.usage, "The picture was removed.") }
    let path = path(id, form, owner)
    try PrivateDirectory.ensure(directory, uid: getuid())
    removeAll(but: Self.name(of: owner))
    try PrivateDirectory.ensure(directory + "/" + Self.name(of: owner), uid: getuid())
    makeRoom(for: bytes.count, in: directory + "/" + Self.name(of: owner))
    do { try write(bytes, to: path) } catch {
      throw Failure(.inputOutput, "A picture can't be kept: \(error).", hint: "Free some space below \(directory).")
    }
    return path
  }

  /// Removes the files of a picture.
  func remove(_ id: UUID, for owner: InboxOwner) {
    removals[id, default: 0] += 1
    for form in Form.allCases {
      let path = path(id, form, owner)
      unlink(path)
      unlink(path + ".new")
    }
  }

  private func path(_ id: UUID, _ form: Form, _ owner: InboxOwner) -> String {
    "\(directory)/\(Self.name(of: owner))/\(id.uuidString)\(form.rawValue)"
  }

  /// Whole or not at all, readable by this user alone. What is lost in a power cut is fetched again.
  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let draft = path + ".new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError("open \(draft)") }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let start = done
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = SystemError("write")
        unlink(draft)
        throw error
      }
      done += count
    }
    guard rename(draft, path) == 0 else { throw SystemError("rename \(draft)") }
  }

  private func removeAll(but name: String) {
    for entry in Self.entries(of: directory) where entry != name {
      let other = "\(directory)/\(entry)"
      for file in Self.entries(of: other) { unlink("\(other)/\(file)") }
      rmdir(other)
    }
  }

  /// Removes the files that were used longest ago, until there is room.
  private func makeRoom(for count: Int, in place: String) {
    var files: [(path: String, size: Int, usedAt: Double)] = Self.entries(of: place).compactMap { entry in
      let path = "\(place)/\(entry)"
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      return (path, Int(status.st_size), Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
    }
    files.sort { $0.usedAt > $1.usedAt }
    var total = count + files.reduce(0) { $0 + $1.size }
    while total > limit, let oldest = files.popLast() {
      unlink(oldest.path)
      total -= oldest.size
    }
  }

  private static func entries(of directory: String) -> [String] {
    // What can't be read, as a directory that is not there, has nothing to be made room from.
    do throws(SystemError) { return try DirectoryListing.names(in: directory) } catch { return [] }
  }

  private static func name(of owner: InboxOwner) -> String {
    PictureFiles.name(of: "\(owner.user.uuidString) \(owner.server)")
  }
}

/// How the files of the cache are called.
public enum PictureFiles {
  /// Where the pictures of a vault are: in a directory for each owner.
  ///
  /// - Parameters:
  ///   - cache: the directory of the cache.
  ///   - vault: the vault's data directory.
  public static func directory(in cache: String, of vault: String) -> String { cache + "/pictures/" + name(of: vault) }

  /// Whether an owner's directory is called so.
  public static func isOwner(_ name: String) -> Bool {
    name.utf8.count == 32 && name.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Whether a picture is called so, or its draft.
  public static func isPicture(_ name: String) -> Bool {
    let name = name.hasSuffix(".new") ? name.dropLast(4) : name[...]
    return PictureCache.Form.allCases.contains {
      name.hasSuffix($0.rawValue) && UUID(uuidString: String(name.dropLast($0.rawValue.count))) != nil
    }
  }

  /// A name for a directory that says nothing.
  static func name(of text: String) -> String {
    SHA256.digest(of: Array(text.utf8)).prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
  }
}
