internal import Glibc

/// The file that says which modules a service uses. Without one of its own, PAM falls back to the service `other`, which on
/// Debian is as strict as the system's logins but elsewhere may permit everything: that fallback is never used here.
enum PAMServiceFile {
  /// The most that is read, in bytes.
  static let maximumSize = 64 * 1024

  /// Whether a service may be called that: lower-case letters, digits and hyphens, at most 32.
  static func isValidName(_ service: String) -> Bool {
    (1...32).contains(service.utf8.count)
      && service.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
  }

  /// Whether the file brings modules of its own for both `auth` and `account`; a group without one falls back to `other`.
  static func isComplete(_ contents: [UInt8]) -> Bool {
    var groups: Set<String> = []
    for line in contents.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
      guard let first = words.first, !first.hasPrefix("#"), words.count > 1 else { continue }
      if first == "@include" {
        // What an included file holds is its administrator's business; Debian's are named after their group.
        if words[1].hasSuffix("auth") { groups.insert("auth") }
        if words[1].hasSuffix("account") { groups.insert("account") }
        continue
      }
      guard words.count > 2 else { continue }
      groups.insert((first.hasPrefix("-") ? first.dropFirst() : first).lowercased())
    }
    return groups.isSuperset(of: ["auth", "account"])
  }

  /// Reads the service's file; nil where there is none, or none that can be used.
  static func isUsable(service: String, directory: String) -> Bool {
    guard isValidName(service) else { return false }
    let descriptor = open("\(directory)/\(service)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumSize else {
      return false
    }
    var contents = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = contents.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return count == contents.count && isComplete(contents)
  }
}
