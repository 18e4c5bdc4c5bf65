internal import ArgumentParser

/// `vault-server invite …`.
struct InviteGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Invite people to make accounts, also while the server runs.",
    discussion: """
      Without another word it makes an invitation. They serve where the server was started with --registration invitation.

      EXAMPLE
        vault-server invite --data ~/vault-server
      """,
    subcommands: [InviteCreate.self, InviteList.self, InviteRevoke.self], defaultSubcommand: InviteCreate.self)
}
