internal import AgentAPI
internal import ArgumentParser
internal import Localization
internal import VaultClient
internal import VaultModel

/// The priorities that `--priority` can name, also by their first letter.
struct PriorityChoice: ExpressibleByArgument {
  let priority: Priority

  init?(argument: String) {
    let word = argument.lowercased()
    let found = Priority.allCases.first { $0.rawValue == word || $0.rawValue.prefix(1) == word }
    guard let found else { return nil }
    priority = found
  }
}

/// A value, or `none` to make a field empty.
struct OrNone<Value: ExpressibleByArgument>: ExpressibleByArgument {
  let value: Value?

  init?(argument: String) {
    if argument.lowercased() == "none" {
      value = nil
    } else if let value = Value(argument: argument) {
      self.value = value
    } else {
      return nil
    }
  }
}

/// A tag, with or without its `+`.
struct Tag: ExpressibleByArgument {
  let name: String

  init?(argument: String) {
    let name = argument.hasPrefix("+") ? String(argument.dropFirst()) : argument
    guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
    self.name = name
  }

  /// Refuses a tag of the name that means no tag at all where tags are changed.
  static func check(_ tags: [Tag]) throws(Failure) {
    guard tags.contains(where: { $0.name.lowercased() == "none" }) else { return }
    throw .typed(
      "A tag can't be called none: vault edit --tag none takes all tags away.",
      hint: "Leave it out for a task without tags, or choose another word.")
  }
}

/// Tasks by their ids.
struct TaskArguments: ParsableArguments {
  @Argument(help: "Short ids, or any unique beginnings of UUIDs.")
  var tasks: [String]
}

/// Words of a person's, where `none` may stand for nothing.
struct Words: ExpressibleByArgument {
  let text: String

  init?(argument: String) { text = argument }
}
