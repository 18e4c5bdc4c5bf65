#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// What can be done about a person, from wherever they are shown. By the id: nobody else is meant, whatever they are called by then.
struct PersonCare {
  /// Somebody who is shown.
  struct Person {
    let user: UUID
    /// What they are called there.
    let title: String
    /// The name that they have taken.
    let name: String
  }

  let context: PageContext
  /// It has the menus.
  unowned let window: Window
  /// Leads to the conversation with somebody, which begins where there is none.
  var write: (UUID) -> Void = { _ in }

  /// For a menu, in sections.
  ///
  /// - Parameter person: who is shown when something is chosen; nil for nobody any more.
  func items(_ person: @escaping () -> Person?) -> [[MenuEntry]] {
    func entry(
      _ title: String, isOffered: (() -> Bool)? = nil, _ body: @escaping (Person) -> Void
    ) -> MenuEntry {
      MenuEntry(title, isOffered: isOffered) { if let person = person() { body(person) } }
    }
    let isBlocked = { [link = context.link] in person().map { link.blocked.contains($0.user) } ?? false }
    return [
      [
        entry(localized("Propose a Task…")) { propose($0) },
        entry(localized("Name…")) { person in
          beginNaming(person) { [link = context.link, told = context.told] nickname async throws(Failure) in
            told(.success(Notice(try await link.name(person.user, nickname))))
          }
        },
        entry(localized("Profile")) { PersonWindow.open($0, self) },
      ],
      // Each does what is read on it, also where another device blocks them while the menu is open.
      [
        entry(localized("Block…"), isOffered: { !isBlocked() }, { block($0) }),
        entry(localized("Unblock"), isOffered: isBlocked, { unblock($0) }),
      ],
    ]
  }

  /// Asks what is to be proposed to somebody.
  func propose(_ person: Person) { ProposalForm.propose(to: person, context, over: window) }

  /// Asks what the user calls somebody.
  ///
  /// - Parameter save: called with what was typed; empty takes the name away.
  func beginNaming(_ person: Person, save: @escaping (String) async throws(Failure) -> Void) {
    let entry = EntryRow(localized("What you call them"), text: context.link.names.nickname(of: person.user) ?? "")
    let group = FormGroup(
      person.title,
      description:
        localized(
          "On all your devices, and nobody else is shown it. Empty: the name that they have taken, \(person.name)."),
      [entry])
    let form = FormWindow(localized("Name"), confirmation: localized("Save"), over: window, group) {
      () async throws(Failure) in
      try await save(entry.text)
      return true
    }
    entry.entered = { [weak form] in form?.press() }
    form.open()
    entry.focus()
  }

  /// Asks first: what arrives of theirs meanwhile is lost for good.
  ///
  /// - Returns: whether the user agrees.
  func agreesToBlock(_ title: String) async -> Bool {
    await context.agree(
      localized("Block \(title)?"),
      localized(
        "Nothing of theirs arrives any more, and what they send meanwhile does not come later. They are not told. Profile has whom you block."
      ), localized("Block"))
  }

  private func block(_ person: Person) {
    Task { if await agreesToBlock(person.title) { await act(.block, person) } }
  }

  private func unblock(_ person: Person) { Task { await act(.unblock, person) } }

  private func act(_ action: PersonAction, _ person: Person) async {
    do throws(Failure) {
      context.told(.success(Notice(try await context.link.act(action, on: person.user.uuidString))))
    } catch { context.told(.failure(error)) }
  }
}

extension PersonCare.Person {
  /// Whom an entry of the messages is with, or from.
  init(_ entry: MessageEntry) {
    switch entry {
    case .conversation(let row):
      self.init(
        user: row.user, title: PersonName.of(row.user, name: row.name, nickname: row.nickname), name: row.name)
    case .remark(let row): self.init(user: row.user, title: row.author, name: row.name)
    }
  }

  /// The other one of the conversation that is open; nil where none is.
  init?(_ thread: ThreadModel) {
    guard case .content(let content) = thread.state, content.channel.isConversation == true else { return nil }
    let channel = content.channel
    self.init(user: channel.id, title: channel.personName, name: channel.takenName)
  }
}
#endif
