internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Terminal

/// A directory of mode 0700 in memory (tmpfs) for one text in an editor.
///
/// Its lock is held as long as it is in use. A directory that nobody has locked was left behind by a program that was killed;
/// the next program removes it.
struct EditorDirectory {
  /// The directory.
  let path: String
  private let descriptor: Int32

  private static let beginning = "vault-edit-"

  /// Makes the directory, and removes what was left behind.
  ///
  /// - Throws: `Failure` when there is no place in memory.
  init(environment: [String: String]) throws {
    for place in Self.places(environment) where FileSystemKind.isInMemory(place) {
      Self.removeLeftovers(in: place)
      if let made = Self.make(in: place) {
        self = made
        return
      }
    }
    throw Failure(
      .cannotCreate, "There is no directory in memory (tmpfs) to edit in.",
      hint: "Set XDG_RUNTIME_DIR, or type the text at the prompt.")
  }

  /// Removes what programs left behind that were killed.
  static func removeLeftovers(environment: [String: String]) {
    for place in places(environment) where FileSystemKind.isInMemory(place) { removeLeftovers(in: place) }
  }

  private static func places(_ environment: [String: String]) -> [String] {
    [environment["XDG_RUNTIME_DIR"], "/run/user/\(getuid())", "/dev/shm"].compactMap { $0 }
  }

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Removes the directory with everything in it; follows no links.
  func remove() {
    Self.remove(path)
    close(descriptor)
  }

  private static func make(in place: String) -> EditorDirectory? {
    for _ in 0..<3 {
      var template = Array((place + "/" + beginning + "XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else { return nil }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // One that came at this very moment may have taken it for a leftover.
      if let descriptor = locked(path) { return EditorDirectory(path: path, descriptor: descriptor) }
    }
    return nil
  }

  private static func removeLeftovers(in place: String) {
    let names: [String]
    // Somebody else's directory, or none: that is reported when a new one can't be made there.
    do { names = try FileManager.default.contentsOfDirectory(atPath: place) } catch { return }
    for name in names where name.hasPrefix(beginning) {
      guard let descriptor = locked(place + "/" + name) else { continue }
      remove(place + "/" + name)
      close(descriptor)
    }
  }

  /// Takes the lock of a directory of ours; nil when somebody has it, or it is none of ours or gone.
  private static func locked(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var own = stat()
    var present = stat()
    guard fstat(descriptor, &own) == 0, own.st_uid == getuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      lstat(path, &present) == 0, present.st_ino == own.st_ino
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func remove(_ directory: String) {
    do { try FileManager.default.removeItem(atPath: directory) } catch {
      OutputStream(descriptor: 2, environment: [:]).writeIfPossible("vault: \(directory) can't be removed: \(error)\n")
    }
  }
}
