internal import DurableFiles
internal import FoundationEssentials
internal import Glibc
internal import ICalendar

/// Which state of a file was read: another one differs in one of these.
struct FileSignature: Equatable {
  let inode: UInt
  let size: Int
  let seconds: Int
  let nanoseconds: Int

  /// Of a file that is still to be made; no file has it.
  static let absent = FileSignature(inode: 0, size: -1, seconds: 0, nanoseconds: 0)
}

extension FileSignature {
  fileprivate init(_ status: stat) {
    self.init(
      inode: UInt(status.st_ino), size: Int(status.st_size), seconds: Int(status.st_mtim.tv_sec),
      nanoseconds: Int(status.st_mtim.tv_nsec))
  }
}

/// What a file is to hold.
struct FileEdit: Codable, Equatable {
  /// Its name in the directory.
  var name: String
  /// The CRC-64 of what it held; nil when there was none.
  var former: UInt64?
  /// What it is to hold; nil to remove it.
  var content: Data?
}

/// The files of a vdir (https://vdirsyncer.pimutils.org/en/stable/vdir.html).
struct CalendarDirectory {
  enum Found {
    case absent
    case file([UInt8], FileSignature)
    case broken(String)
  }

  let path: String
  private static let temporaryPrefix = ".vault-"

  /// Opens the directory, or makes it, for its owner alone; removes temporary files that a crash left.
  init(path: String) throws(TaskStoreError) {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw TaskStoreError(errno: errno, path) }
    for name in try allNames() where name.hasPrefix(Self.temporaryPrefix) && name.hasSuffix(".tmp") {
      unlink(path + "/" + name)
    }
  }

  /// Whether a name is one of an item: not hidden, not temporary, ending in `.ics`.
  static func isItem(_ name: String) -> Bool { name.hasSuffix(".ics") && !name.hasPrefix(".") && !name.contains("/") }

  /// The items' names, in order.
  func names() throws(TaskStoreError) -> [String] { try allNames().filter(Self.isItem).sorted() }

  private func allNames() throws(TaskStoreError) -> [String] {
    guard let stream = opendir(path) else { throw TaskStoreError(errno: errno, path) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name { names.append(name) }
    }
    return names
  }

  /// The present state of a file.
  func signature(_ name: String) -> FileSignature? {
    var status = stat()
    return lstat(path + "/" + name, &status) == 0 ? FileSignature(status) : nil
  }

  /// Reads a file. A link, a pipe or a directory in its place is not followed, and not waited for.
  func read(_ name: String) -> Found {
    let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      return errno == ENOENT ? .absent : .broken(String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .broken("It is not a regular file.")
    }
    // One byte more than there are tells whether it grows while it is read; then it is read as far as one may be.
    var bytes = [UInt8](repeating: 0, count: min(max(0, Int(status.st_size)), CalendarFile.maximumByteCount) + 1)
    var count = 0
    while count <= CalendarFile.maximumByteCount {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: CalendarFile.maximumByteCount + 1 - count) }
      let part = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else { return .broken(String(cString: strerror(errno))) }
      if part == 0 { break }
      count += part
    }
    return .file(Array(bytes.prefix(count)), FileSignature(status))
  }
}

/// New contents that lie beside the files they will replace, safely on the disk.
struct StagedEdits {
  fileprivate struct Item {
    let edit: FileEdit
    let temporary: String?
  }

  fileprivate var items: [Item] = []
  /// What the files' signatures will be.
  fileprivate(set) var signatures: [String: FileSignature] = [:]
}

extension CalendarDirectory {
  /// Writes new contents beside the files: what can go wrong for want of space or permission does so here.
  func stage(_ edits: [FileEdit]) throws(TaskStoreError) -> StagedEdits {
    var staged = StagedEdits()
    do throws(TaskStoreError) {
      for edit in edits { try stage(edit, &staged) }
      guard access(path, W_OK) == 0 else { throw TaskStoreError(errno: errno, path) }
    } catch {
      discard(staged)
      throw error
    }
    return staged
  }

  private func stage(_ edit: FileEdit, _ staged: inout StagedEdits) throws(TaskStoreError) {
    guard let content = edit.content else {
      staged.items.append(.init(edit: edit, temporary: nil))
      return
    }
    let temporary = "\(path)/\(Self.temporaryPrefix)\(UUID().uuidString).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw TaskStoreError(errno: errno, path) }
    defer { close(descriptor) }
    staged.items.append(.init(edit: edit, temporary: temporary))
    var former = stat()
    if lstat("\(path)/\(edit.name)", &former) == 0 { fchmod(descriptor, former.st_mode & 0o777) }
    let outcome = Array(content).withUnsafeBytes { bytes in
      Result { () throws(FileError) in try DurableFile.write(bytes, to: descriptor, temporary) }
    }
    do throws(FileError) { try outcome.get() } catch { throw TaskStoreError(error) }
    var status = stat()
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw TaskStoreError(errno: errno, path) }
    staged.signatures[edit.name] = FileSignature(status)
  }

  /// Puts all the contents in their places, durably.
  func commit(_ staged: StagedEdits) throws(TaskStoreError) {
    for item in staged.items {
      let target = "\(path)/\(item.edit.name)"
      if let temporary = item.temporary {
        guard rename(temporary, target) == 0 else { throw TaskStoreError(errno: errno, target) }
      } else {
        guard unlink(target) == 0 || errno == ENOENT else { throw TaskStoreError(errno: errno, target) }
      }
    }
    do throws(FileError) { try DurableFile.syncDirectory(of: "\(path)/") } catch { throw TaskStoreError(error) }
  }

  /// Removes what was staged and not put in place.
  func discard(_ staged: StagedEdits) {
    for item in staged.items { if let temporary = item.temporary { unlink(temporary) } }
  }
}
