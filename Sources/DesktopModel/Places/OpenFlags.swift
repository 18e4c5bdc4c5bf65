internal import Glibc

/// Of Linux (`open(2)`); glibc declares them only under `_GNU_SOURCE`.
enum OpenFlags {
  /// `O_PATH`: a place in the tree, nothing to be read.
  static let placeOnly: Int32 = 0o10000000
  /// `O_TMPFILE`: a file without a name in a directory, gone where it never gets one.
  static let nameless: Int32 = 0o20000000 | O_DIRECTORY
}
