import Foundation
import ProcessTesting

/// Looks for bytes in files, as somebody does who has the disk.
enum Traces {
  /// The files below a directory that hold the bytes, by their names.
  static func files(below directory: URL, holding needle: Data) throws -> [String] {
    guard let all = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: [.isRegularFileKey])
    else {
      throw ChildProcess.Failure("\(directory.path) can't be read")
    }
    return all.compactMap { $0 as? URL }.filter { file in
      // What goes while it is looked for holds nothing any more.
      guard (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true,
        let data = try? Data(contentsOf: file, options: .mappedIfSafe)
      else { return false }
      return data.range(of: needle) != nil
    }.map(\.lastPathComponent)
  }
}

extension TestVault {
  /// Which of the vault's files hold the bytes: databases, logs, caches.
  func traces(of needle: Data) throws -> [String] { try Traces.files(below: root, holding: needle) }
}

extension TestServer {
  /// Which of the server's files hold the bytes.
  func traces(of needle: Data) throws -> [String] { try Traces.files(below: data, holding: needle) }

  /// Copies its database as it is now.
  func backUp(to file: URL) throws { try Self.run(["backup", file.path], data) }

  /// Puts a copy in the place of its database, as `docs/server.md` has it, and starts it again.
  func putBack(_ file: URL) throws {
    kill()
    let database = data.appending(path: "vault-server.sqlite")
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + suffix) }
    try FileManager.default.copyItem(at: file, to: database)
    try start()
  }
}
