internal import ArgumentParser

extension CommandConfiguration {
  /// A command below `vault`, which ``CommandLineParser`` parses by itself where it can.
  ///
  /// That it has a command above it, the parser has to be told: else it takes it for a whole program, and parses its words twice more to see
  /// whether they ask for a completion script, which takes as long as all the rest. Everything that prints goes through the whole tree,
  /// which knows where the command stands.
  init(
    commandName: String, abstract: String, discussion: String = "", subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    self.init(
      commandName: commandName, _superCommandName: "vault", abstract: abstract, discussion: discussion,
      subcommands: subcommands, defaultSubcommand: defaultSubcommand)
  }
}
