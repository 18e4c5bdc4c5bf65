internal import FoundationEssentials
internal import Glibc

/// The files that a store leaves in a directory when it is closed, to be put into others as often as a fuzzer asks.
struct SampleFiles {
  private let files: [(path: String, bytes: [UInt8])]

  /// Takes up the files of these names, relative to the directory.
  init(_ names: [String], in directory: String) {
    files = names.map { name in
      do { return (name, Array(try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))) } catch {
        fatalError("\(name): \(error)")
      }
    }
  }

  /// Puts all of them into a directory, or those of some names.
  func put(into directory: String, only names: [String]? = nil) {
    for (path, bytes) in files where names?.contains(path) ?? true {
      if let slash = path.lastIndex(of: "/") { _ = mkdir("\(directory)/\(path[..<slash])", 0o700) }
      ScratchDirectory.write(bytes, to: "\(directory)/\(path)")
    }
  }
}
