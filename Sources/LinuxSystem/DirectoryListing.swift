internal import Glibc

/// What is in a directory.
public enum DirectoryListing {
  /// The names of what is in a directory but `.` and `..`, in no order.
  ///
  /// - Throws: why it can't be read.
  public static func names(in directory: String) throws(SystemError) -> [String] {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("opendir") }
    return try names(of: descriptor)
  }

  /// - Parameter descriptor: of the directory; closed afterwards.
  static func names(of descriptor: Int32) throws(SystemError) -> [String] {
    guard let stream = fdopendir(descriptor) else {
      let error = SystemError("opendir")
      close(descriptor)
      throw error
    }
    defer { closedir(stream) }
    // A copy of a descriptor shares its place.
    rewinddir(stream)
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    // What was read until a failure is not all.
    guard errno == 0 else { throw SystemError("readdir") }
    return names
  }
}
