internal import ArgumentParser
internal import Glibc

/// `vault-server backup`.
struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy everything into one file, while the server runs.",
    discussion: """
      The file is a database as the server has it, readable by you alone, without sessions and invitations. To go back, \
      stop the server and put it in the place of vault-server.sqlite; the server says then what can't be known to be current.

      EXAMPLE
        vault-server backup copy.sqlite --data ~/vault-server
      """)

  @Argument(help: "The new file.", completion: .file())
  var file: String
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await CommandFailure.reporting {
      guard access(file, F_OK) != 0 else {
        throw CommandFailure(.cannotCreate, "\(file) is there already; name a new file")
      }
      do { try await data.openFile().backUp(to: file) } catch let failure as CommandFailure { throw failure } catch {
        throw CommandFailure(.cannotCreate, "\(file) can't be written; nothing was kept")
      }
      print("backed up to \(file)")
    }
  }
}
