internal import Glibc

extension CalendarDirectory {
  /// What others than the owner of this process may do here, one sentence each. The directory is used all the same: people
  /// share it on purpose.
  var exposures: [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    var found: [String] = []
    if status.st_uid != geteuid() {
      found.append("\(path) belongs to another user (uid \(status.st_uid)), who can read, change and remove tasks.")
    }
    if status.st_mode & S_IWOTH != 0 {
      found.append("Every user may write to \(path): anybody can add, change and remove tasks.")
    } else if status.st_mode & S_IWGRP != 0 {
      found.append(
        "The group of \(path) (gid \(status.st_gid)) may write to it: its users can change and remove tasks.")
    }
    return found
  }
}
