import AgentAPI
import ArgumentParser
import Testing
import VaultClient
import VaultModel
import VaultTesting

@testable import vault

@Suite("A filter beside options")
struct FilterArgumentsTests {
  /// A command as `vault` is one.
  private struct Tool: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "tool", version: "1", subcommands: [Listing.self, Other.self])
    static let parser = CommandLineParser(root: Self.self, overview: Other.self)
  }

  /// A command as `vault list` is one.
  private struct Listing: FilteredCommand {
    static let configuration = CommandConfiguration(commandName: "list")
    @Argument(help: .filter) var filter: [String] = []
    @Flag(help: .json) var json = false
    @Option var sort = "urgency"
    @Option var limit: Int?
    @Flag var all = false

    func run(in context: CommandContext) {}
  }

  private struct Other: AgentCommand {
    static let configuration = CommandConfiguration(commandName: "other")

    func run(in context: CommandContext) {}
  }

  private func parse(_ words: String...) throws -> Listing {
    try #require(try Tool.parser.command(words) as? Listing)
  }

  @Test("a tag with a minus stands anywhere, and options keep working")
  func minus() throws {
    let parsed = try parse(
      "list", "-home", "--json", "+work", "--sort", "due", "-x", "--limit", "5", "is:done", "--all", "milk")
    #expect(parsed.json && parsed.all && parsed.sort == "due" && parsed.limit == 5)
    let filter = try FilterWords(parsed.filter, now: saturday, zone: berlin).filter
    #expect(filter.excludedTags == ["home", "x"] && filter.tags == ["work"])
    #expect(filter.state == .done && filter.words == ["milk"])
  }

  @Test("behind -- everything is searched for")
  func terminator() throws {
    let parsed = try parse("list", "-home", "--", "-work", "--json", "foo:bar", "--")
    #expect(!parsed.json)
    let refused = try #require(throws: Failure.self) {
      try FilterWords(parsed.filter, now: saturday, zone: berlin).filter
    }
    #expect(refused.message.contains("\"--\""))
    let more = try parse("list", "-home", "--", "-work", "--json", "foo:bar")
    let filter = try FilterWords(more.filter, now: saturday, zone: berlin).filter
    #expect(filter.excludedTags == ["home"] && filter.words == ["-work", "--json", "foo:bar"])
  }

  @Test("help stays help, and an unknown or unfinished option stays an error")
  func help() throws {
    for words in [["list", "-h"], ["list", "-help"], ["list", "+x", "--help"]] {
      let arguments = Array(words.dropFirst())
      #expect(FilterArguments.shielded(arguments) == arguments)
      #expect(try !(Tool.parser.command(words) is Listing), "the parser makes it a command of its own")
    }
    for words in [["list", "--jsn"], ["list", "--limit", "-5"], ["list", "--limit"]] {
      #expect { try Tool.parser.command(words) } throws: { Tool.exitCode(for: $0).rawValue == 64 }
    }
  }

  @Test("the words of other commands stay as they are")
  func others() throws {
    for words in [[], ["-x", "--", "y"], ["-home", "list"], ["--json"]] {
      #expect(try Other.prepared(words) == words)
    }
    for words in [[], ["--json"], ["+home", "milk"]] { #expect(FilterArguments.shielded(words) == words) }
  }
}
