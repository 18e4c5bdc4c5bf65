internal import AgentAPI
internal import DurableFiles
internal import Glibc
internal import LinuxSystem
internal import Pictures

/// Removes files one by one, each by its name in an open directory. It follows no links below the vault's directories, and no directory goes
/// that is not empty.
struct FileEraser {
  /// `SEEK_DATA` and `SEEK_HOLE` of lseek(2), which Glibc's headers keep from Swift.
  private static let (seekData, seekHole): (Int32, Int32) = (3, 4)

  /// How many files it has removed.
  private(set) var count = 0
  /// What it could not remove.
  private(set) var problems: [ErasureReport.Problem] = []

  /// Removes the files of a directory that are the vault's.
  ///
  /// - Parameter overwriting: whether nothing is to be left of what is in them.
  mutating func erase(_ files: OwnFiles, overwriting: Bool = true) {
    guard let directory = open(files.directory) else { return }
    let found = names(in: directory, at: files.directory).compactMap { name in
      files.place(of: name).map { (name: name, place: $0) }
    }
    for file in found.sorted(by: { ($0.place, $0.name) < ($1.place, $1.name) }) {
      erase(file.name, in: directory, at: files.directory, overwriting: overwriting)
    }
    sync(directory, at: files.directory)
  }

  /// Removes the pictures of a vault, each in the directory of an owner, below those that lead there.
  ///
  /// - Parameters:
  ///   - cache: the cache of the vault.
  ///   - path: the directories below it, from above.
  mutating func erasePictures(in cache: String, _ path: [String]) {
    guard let cacheDirectory = open(cache) else { return }
    erasePictures(below: cacheDirectory, at: cache, path[...])
  }

  private mutating func erasePictures(
    below directory: borrowing DirectoryDescriptor, at path: String, _ rest: ArraySlice<String>
  ) {
    if let name = rest.first {
      guard let next = open(name, in: directory, at: path) else { return }
      erasePictures(below: next, at: "\(path)/\(name)", rest.dropFirst())
      directory.removeDirectory(name)
      return
    }
    for owner in names(in: directory, at: path) where PictureFiles.isOwner(owner) {
      erasePictures(of: owner, in: directory, at: path)
      directory.removeDirectory(owner)
    }
  }

  private mutating func erasePictures(of owner: String, in directory: borrowing DirectoryDescriptor, at path: String) {
    guard let pictures = open(owner, in: directory, at: path) else { return }
    for name in names(in: pictures, at: "\(path)/\(owner)") where PictureFiles.isPicture(name) {
      erase(name, in: pictures, at: "\(path)/\(owner)")
    }
  }

  /// Removes a directory where nothing is in it.
  ///
  /// - Returns: the paths of what is.
  @discardableResult
  mutating func remove(directory: String) -> [String] {
    guard let opened = open(directory) else { return [] }
    let rest = names(in: opened, at: directory)
    // One that must stay, as a link or a place where something is mounted, is empty all the same.
    if rest.isEmpty { rmdir(directory) }
    return rest.sorted().map { "\(directory)/\($0)" }
  }

  /// Removes what has a name, unless it is a directory: the vault has made none.
  private mutating func erase(
    _ name: String, in directory: borrowing DirectoryDescriptor, at path: String, overwriting: Bool = true
  ) {
    do throws(SystemError) {
      guard let status = try directory.status(of: name), status.st_mode & S_IFMT != S_IFDIR else { return }
      // A file that has another name, too, is somebody's copy.
      if overwriting, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 { overwrite(name, in: directory) }
      if try directory.remove(name) { count += 1 }
    } catch { add(error, "\(path)/\(name)") }
  }

  /// Writes zeros over a file. Where the file system does not let it, the file still goes; what a medium keeps of it is out of reach anyway.
  private func overwrite(_ name: String, in directory: borrowing DirectoryDescriptor) {
    let descriptor = openat(directory.descriptor, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Holes have nothing that could be overwritten, and would fill the disk.
    var end: off_t = 0
    while case let start = lseek(descriptor, end, Self.seekData), start >= 0 {
      end = lseek(descriptor, start, Self.seekHole)
      guard end > start, writeZeros(descriptor, start..<end) else { break }
    }
    fdatasync(descriptor)
  }

  private func writeZeros(_ descriptor: Int32, _ range: Range<off_t>) -> Bool {
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let written = pwrite(descriptor, zeros, min(range.count - Int(offset - range.lowerBound), zeros.count), offset)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      offset += off_t(written)
    }
    return true
  }

  private mutating func sync(_ directory: borrowing DirectoryDescriptor, at path: String) {
    if fsync(directory.descriptor) != 0 { add(SystemError("fsync"), path) }
  }

  private mutating func add(_ error: SystemError, _ path: String) {
    // What is not there, or is a link in the place of a directory of the vault's, has nothing of the vault's.
    guard ![ENOENT, ENOTDIR, ELOOP].contains(error.code) else { return }
    problems.append(.init(path, error.description))
  }

  /// Opens one of the vault's directories, to which a link may lead: it was moved to another disk then.
  private mutating func open(_ path: String) -> DirectoryDescriptor? {
    do throws(SystemError) {
      let directory = try DirectoryDescriptor(path)
      let status = try directory.status()
      // The path may lead elsewhere than when it was looked at.
      guard status.st_uid == getuid(), status.st_mode & 0o022 == 0 else { throw SystemError("open", code: EACCES) }
      return directory
    } catch {
      add(error, path)
      return nil
    }
  }

  /// Opens what is in one of them; a link is none of the vault's.
  private mutating func open(
    _ name: String, in directory: borrowing DirectoryDescriptor, at path: String
  ) -> DirectoryDescriptor? {
    do throws(SystemError) { return try directory.directory(name) } catch {
      add(error, "\(path)/\(name)")
      return nil
    }
  }

  private mutating func names(in directory: borrowing DirectoryDescriptor, at path: String) -> [String] {
    do throws(SystemError) { return try directory.names() } catch {
      add(error, path)
      return []
    }
  }
}
