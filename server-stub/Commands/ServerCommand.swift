internal import ArgumentParser
internal import ErasingHeap
internal import Sealing

/// All of the program `vault-server`, which only calls it: what is a library, tests and the fuzzer can be linked with.
public enum ServerProgram {
  /// Parses the command line, does what it says, and ends the process.
  public static func main() async { await ServerCommand.main() }
}

/// The command line.
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vault-server",
    abstract: "A small server of your own: accounts, sessions and pushes for the vault.",
    discussion: """
      Everything lies in one directory that belongs to the user who runs the server. The other commands work while \
      the server runs.

      EXAMPLES
        vault-server account add ada@example.org --password-stdin --data ~/vault-server < password
        vault-server serve --listen 127.0.0.1:8480 --data ~/vault-server

      EXIT CODES
        64 wrong usage, 65 bad data, 69 unavailable, 73 can't create, 77 not permitted, 78 wrong configuration
      """,
    subcommands: [
      Serve.self, AccountGroup.self, InviteGroup.self, TokenGroup.self, ChannelGroup.self, Backup.self,
      DatabaseGroup.self,
    ] + ofPostgres)

  #if Postgres
  private static let ofPostgres: [any ParsableCommand.Type] = [Migrate.self]
  #else
  private static let ofPostgres: [any ParsableCommand.Type] = []
  #endif

  static func main() async {
    // Passwords pass through buffers of the network library; none outlives its block.
    precondition(erasingHeapIsInForce(), "freed memory would not be erased: build it as the Makefile does")
    // A command does not wait for connections with the database that are only being made.
    ProcessEnd.leaveCryptography()
    await main(nil)
  }
}
