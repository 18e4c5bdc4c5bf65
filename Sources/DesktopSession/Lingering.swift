public import Glibc

/// Whether a user's processes are to stay when their last login session has ended (`loginctl enable-linger`).
public enum Lingering {
  /// Where logind notes it: an empty file with the user's name.
  public static let directory = "/var/lib/systemd/linger"

  /// What says whether it is on for a user, whenever it is asked. The name is looked up now, since a directory of users may take its time.
  /// One whose name can't be found out does not linger.
  public static func reading(of uid: uid_t = getuid(), in directory: String = Self.directory) -> @Sendable () -> Bool {
    let note = name(of: uid).map { "\(directory)/\($0)" }
    return { note.map { access($0, F_OK) == 0 } ?? false }
  }

  private static func name(of uid: uid_t) -> String? {
    var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    // The longest that the C library asks for is less.
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    guard getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else {
      return nil
    }
    return String(cString: name)
  }
}
