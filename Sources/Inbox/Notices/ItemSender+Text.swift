public import FoundationEssentials
public import ServerAPI
internal import VaultModel

extension ItemSender {
  /// What senders are called; a person of that name is quoted.
  private static let words: Set = ["administrator", "person", "program", "unknown", "you"]

  /// What people read of a sender. It says first what the sender is, and a person's ends with the beginning of the id, which nobody
  /// chooses, until the reader has named them: so no program can be taken for a person, nor a person for somebody else. Never escaped: who
  /// prints it does that.
  ///
  /// - Parameters:
  ///   - user: who reads it, and is called "you".
  ///   - nicknames: what the reader calls people.
  public func text(for user: UUID, _ nicknames: [UUID: String] = [:]) -> String {
    let name = name.onOneLine
    guard let id else { return "\(kind == .program ? "program" : "unknown sender") “\(name)”" }
    if id == user { return "you" }
    let nickname = nicknames[id]?.onOneLine
    let shown = nickname ?? name
    let person =
      (Self.words.contains(shown.lowercased()) ? "“\(shown)”" : shown)
      + (nickname == nil ? " (\(PersonTitle.digits(of: id)))" : "")
    switch kind {
    case .person: return person
    case .administrator: return "administrator \(person)"
    case .program, .unknown: return "unknown sender “\(name)”"
    }
  }
}
