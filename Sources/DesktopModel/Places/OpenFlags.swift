internal import Glibc

/// Of Linux (`open(2)`); glibc declares them only under `_GNU_SOURCE`.
enum OpenFlags {
  /// `O_PATH`: a place in the tree, nothing to be read.
  static let placeOnly: Int32 = 0o10000000
}
