internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import Inbox
internal import LinuxSystem
internal import Localization
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
  private static let draftEnding = ".new"
  private let cache: String
  /// Below the cache, from above.
  private let directories: [String]
  private let limit: Int
  /// How often a picture was removed, so that nothing is kept that was begun before.
  private var removals: [UUID: Int] = [:]

  /// - Parameters:
  ///   - directory: of the cache; made when it is needed.
  ///   - vault: the vault's data directory, so that vaults of one user don't share a cache.
  init(directory: String, vault: String, limit: Int = PictureCache.byteCount) {
    (cache, directories) = (directory, PictureFiles.directories(of: vault))
    self.limit = limit
  }

  private var directory: String { ([cache] + directories).joined(separator: "/") }

  /// The path of a file, which counts as used now; nil when it is not here.
  func path(of id: UUID, _ form: Form, for owner: InboxOwner) -> String? {
    // What can't be reached is fetched again, and why it can't is said then.
    guard let place = try? place(of: owner, makes: false) else { return nil }
    let name = Self.name(id, form)
    guard let status = try? place.status(of: name), status.st_mode & S_IFMT == S_IFREG,
      utimensat(place.descriptor, name, nil, AT_SYMLINK_NOFOLLOW) == 0
    else { return nil }
    return path(id, form, owner)
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
    try PrivateDirectory.make(cache)
    do throws(SystemError) {
      let place = try place(of: owner, makes: true)
      makeRoom(for: bytes.count, in: place)
      try write(bytes, to: Self.name(id, form), in: place)
    } catch {
      throw Failure(
        .inputOutput, "A picture can't be kept: \(error).",
        hint: "Free some space; \(directory) and what is above it up to \(cache) must be directories of your own alone."
      )
    }
    return path(id, form, owner)
  }

  /// Removes the files of a picture.
  func remove(_ id: UUID, for owner: InboxOwner) {
    removals[id, default: 0] += 1
    // What can't be reached has none.
    guard let place = try? place(of: owner, makes: false) else { return }
    for name in Form.allCases.map({ Self.name(id, $0) }) {
      for name in [name, name + Self.draftEnding] { Self.remove(name, in: place) }
    }
  }

  private func path(_ id: UUID, _ form: Form, _ owner: InboxOwner) -> String {
    "\(directory)/\(Self.name(of: owner))/\(Self.name(id, form))"
  }

  private static func name(_ id: UUID, _ form: Form) -> String { id.uuidString + form.rawValue }

  /// The directory of an owner, reached through directories of this user's own alone. Another owner's are emptied before it is made.
  private func place(of owner: InboxOwner, makes: Bool) throws(SystemError) -> DirectoryDescriptor {
    var place = try DirectoryDescriptor(cache)
    try Self.check(place, refusing: 0o022)
    for name in directories {
      place = try place.directory(name, makes: makes)
      try Self.check(place, refusing: 0o077)
    }
    let name = Self.name(of: owner)
    if makes { removeAll(but: name, in: place) }
    let own = try place.directory(name, makes: makes)
    try Self.check(own, refusing: 0o077)
    return own
  }

  /// Refuses a directory of another user, or one that others may use.
  private static func check(_ directory: borrowing DirectoryDescriptor, refusing mode: mode_t) throws(SystemError) {
    let status = try directory.status()
    guard status.st_uid == getuid(), status.st_mode & mode == 0 else { throw SystemError("open", code: EACCES) }
  }

  /// Whole or not at all, readable by this user alone. What is lost in a power cut is fetched again.
  private func write(
    _ bytes: [UInt8], to name: String, in place: borrowing DirectoryDescriptor
  ) throws(SystemError) {
    let draft = name + Self.draftEnding
    try place.remove(draft)
    let descriptor = openat(place.descriptor, draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
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
        Self.remove(draft, in: place)
        throw error
      }
      done += count
    }
    guard renameat(place.descriptor, draft, place.descriptor, name) == 0 else { throw SystemError("rename \(draft)") }
  }

  private func removeAll(but name: String, in place: borrowing DirectoryDescriptor) {
    for entry in Self.entries(of: place) where entry != name && PictureFiles.isOwner(entry) {
      // A link is none of the vault's.
      guard let other = try? place.directory(entry) else { continue }
      for file in Self.entries(of: other) where PictureFiles.isPicture(file) { Self.remove(file, in: other) }
      place.removeDirectory(entry)
    }
  }

  /// Removes the files that were used longest ago, until there is room.
  private func makeRoom(for count: Int, in place: borrowing DirectoryDescriptor) {
    var files: [(name: String, size: Int, usedAt: Double)] = []
    for name in Self.entries(of: place) where PictureFiles.isPicture(name) {
      guard let status = try? place.status(of: name) else { continue }
      files.append(
        (name, Int(status.st_size), Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9))
    }
    files.sort { $0.usedAt > $1.usedAt }
    var total = count + files.reduce(0) { $0 + $1.size }
    while total > limit, let oldest = files.popLast() {
      Self.remove(oldest.name, in: place)
      total -= oldest.size
    }
  }

  /// Removes a file; one that can't be removed is in the way of the next draft, which says so.
  private static func remove(_ name: String, in place: borrowing DirectoryDescriptor) { _ = try? place.remove(name) }

  private static func entries(of place: borrowing DirectoryDescriptor) -> [String] {
    // What can't be read has nothing to be made room from.
    do throws(SystemError) { return try place.names() } catch { return [] }
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
  public static func directory(in cache: String, of vault: String) -> String {
    ([cache] + directories(of: vault)).joined(separator: "/")
  }

  /// The directories below the cache that lead there, from above.
  public static func directories(of vault: String) -> [String] { ["pictures", name(of: vault)] }

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
