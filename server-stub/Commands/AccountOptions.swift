internal import ArgumentParser

/// The email a command is about.
struct EmailArgument: ParsableArguments {
  @Argument(help: "The email the account logs in with.")
  var email: String

  /// - Throws: ``CommandFailure``.
  func address() throws -> EmailAddress {
    guard let address = EmailAddress(email) else {
      throw CommandFailure(
        .badData,
        "\"\(email.debugDescription.dropFirst().dropLast())\" is not an email address (ASCII, at most 254 bytes, as in ada@example.org)"
      )
    }
    return address
  }
}

/// Where a new password comes from.
struct PasswordOptions: ParsableArguments {
  @Flag(name: .long, help: "Read the password from the first line of standard input.")
  var passwordStdin = false

  func validate() throws {
    guard passwordStdin else {
      throw ValidationError("Give --password-stdin, and the password on standard input, never as an argument.")
    }
  }

  /// The hash of the password.
  ///
  /// - Throws: ``CommandFailure``.
  func hash() throws -> PasswordHash {
    let password = try PasswordInput.read()
    do { return try Argon2idPasswordHasher().hash(password) } catch {
      throw CommandFailure(.unavailable, "the password can't be hashed (\(error)); 64 MiB of memory must be free")
    }
  }
}

extension CommandFailure {
  static func noAccount(_ address: EmailAddress) -> CommandFailure {
    CommandFailure(.badData, "\(address.display) has no account; see: vault-server account list")
  }
}
