public import FoundationEssentials
public import Localization
public import ServerAPI
internal import VaultModel

extension ItemSender {
  /// What senders are called; a person of that name is quoted.
  private static let words: Set = ["administrator", "person", "program", "unknown", "you"]

  /// The same where they are said in another language, too.
  private static func words(in language: Language) -> Set<String> {
    guard case .persons = language else { return words }
    let said = [
      localized("you"), localized("program “\("")”"), localized("unknown sender “\("")”"),
      localized("administrator \("")"),
    ]
    return words.union(said.flatMap { $0.lowercased().split { !$0.isLetter } }.map(String.init))
  }

  /// What people read of a sender. It says first what the sender is, and a person's ends with the beginning of the id, which nobody
  /// chooses, until the reader has named them: so no program can be taken for a person, nor a person for somebody else. Never escaped: who
  /// prints it does that.
  ///
  /// - Parameters:
  ///   - user: who reads it, and is called "you".
  ///   - nicknames: what the reader calls people.
  ///   - language: English for what goes over the agent's socket.
  public func text(for user: UUID, _ nicknames: [UUID: String] = [:], in language: Language = .english) -> String {
    let name = name.onOneLine
    guard let id else {
      return kind == .program
        ? localized("program “\(name)”", in: language) : localized("unknown sender “\(name)”", in: language)
    }
    if id == user { return localized("you", in: language) }
    let nickname = nicknames[id]?.onOneLine
    let shown = nickname ?? name
    let person =
      (Self.words(in: language).contains(shown.lowercased()) ? "“\(shown)”" : shown)
      + (nickname == nil ? " (\(PersonTitle.digits(of: id)))" : "")
    switch kind {
    case .person: return person
    case .administrator: return localized("administrator \(person)", in: language)
    case .program, .unknown: return localized("unknown sender “\(name)”", in: language)
    }
  }
}
