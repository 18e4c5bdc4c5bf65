/// The end of a process whose threads are not waited for.
public enum ProcessEnd {
  /// Leaves OpenSSL as it is when the process ends. By itself it frees its locks then (`atexit`), also from under threads that are at
  /// work with it, as those that connect with a database are, and the process crashes; OpenSSL 4 does not do that any more. Nothing is lost:
  /// the kernel takes the memory back, and keys lived no longer than their operation.
  ///
  /// It has an effect only before anything else is asked of OpenSSL, by whatever library.
  public static func leaveCryptography() { OpenSSL.keepUntilTheEnd() }
}
