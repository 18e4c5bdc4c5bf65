internal import AgentAPI
internal import DurableFiles
internal import Glibc
internal import LinuxSystem
internal import Pictures

/// Removes files one by one. It follows no links, and no directory goes that is not empty.
struct FileEraser {
  /// How many files it has removed.
  private(set) var count = 0
  /// What it could not remove.
  private(set) var problems: [ErasureReport.Problem] = []

  /// Removes the files of a directory that are the vault's.
  ///
  /// - Parameter overwriting: whether nothing is to be left of what is in them.
  mutating func erase(_ files: OwnFiles, overwriting: Bool = true) {
    let found = names(in: files.directory).compactMap { name in files.place(of: name).map { (name: name, place: $0) } }
    for file in found.sorted(by: { ($0.place, $0.name) < ($1.place, $1.name) }) {
      erase("\(files.directory)/\(file.name)", overwriting: overwriting)
    }
    sync(files.directory)
  }

  /// Removes the pictures of a vault.
  mutating func erasePictures(in directory: String) {
    for owner in names(in: directory) where PictureFiles.isOwner(owner) && Self.isDirectory("\(directory)/\(owner)") {
      for name in names(in: "\(directory)/\(owner)") where PictureFiles.isPicture(name) {
        erase("\(directory)/\(owner)/\(name)")
      }
      remove(directory: "\(directory)/\(owner)")
    }
  }

  /// Removes a directory where nothing is in it.
  ///
  /// - Returns: the paths of what is.
  @discardableResult
  mutating func remove(directory: String) -> [String] {
    let rest = names(in: directory)
    // One that must stay, as a link or a place where something is mounted, is empty all the same.
    if rest.isEmpty { rmdir(directory) }
    return rest.sorted().map { "\(directory)/\($0)" }
  }

  /// Removes what stands at a path, unless it is a directory: the vault has made none.
  private mutating func erase(_ path: String, overwriting: Bool = true) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return add("lstat", path) }
    guard status.st_mode & S_IFMT != S_IFDIR else { return }
    // A file that has another name, too, is somebody's copy.
    if overwriting, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 { overwrite(path, Int(status.st_size)) }
    guard unlink(path) == 0 else { return add("unlink", path) }
    count += 1
  }

  /// Writes zeros over a file. Where the file system does not let it, the file still goes; what a medium keeps of it is out of reach anyway.
  private func overwrite(_ path: String, _ size: Int) {
    let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let zeros = [UInt8](repeating: 0, count: min(max(size, 1), 1 << 20))
    var rest = size
    while rest > 0 {
      let written = write(descriptor, zeros, min(rest, zeros.count))
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { break }
      rest -= written
    }
    fdatasync(descriptor)
  }

  private mutating func sync(_ directory: String) {
    guard access(directory, F_OK) == 0 else { return }
    do throws(FileError) { try DurableFile.syncDirectory(of: directory + "/") } catch {
      problems.append(.init(directory, error.reason))
    }
  }

  private mutating func add(_ call: String, _ path: String) {
    guard errno != ENOENT else { return }
    problems.append(.init(path, SystemError(call).description))
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private mutating func names(in directory: String) -> [String] {
    do throws(SystemError) { return try DirectoryListing.names(in: directory) } catch {
      if error.code != ENOTDIR, error.code != ENOENT { problems.append(.init(directory, error.description)) }
      return []
    }
  }
}
