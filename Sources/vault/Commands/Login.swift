internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault login`
struct Login: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Log in to the server.",
    discussion: """
      With valid stored credentials nothing is asked. Otherwise it asks for email and password, logs in, and stores them, so
      that every later login is silent.

      EXAMPLES
        vault login
        vault login --email ann@example.org --server https://vault.example.org
        vault login --email ann@example.org --password-stdin < ~/password
      """)

  @Option(help: "The account's email.")
  var email: String?
  @Flag(name: .customLong("password-stdin"), help: "Read the password from standard input, one line.")
  var passwordFromInput = false
  @Option(help: "The server's URL.")
  var server: String?

  func run(in context: CommandContext) throws {
    let answers = PreparedAnswers(email: email, passwordFromInput: passwordFromInput)
    let request = LogIn(email: email, server: server)
    let account = try context.run(request, answers: answers)
    try AccountText(account).printLogin(to: context.output)
  }
}
