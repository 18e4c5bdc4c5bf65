#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// The conversation, or the channel, that is open: its messages, and a line to write and send.
final class ThreadView {
  private let model: ThreadModel
  private let told: @MainActor (Result<Notice, Failure>) -> Void
  private let nothing: StatusPage
  private let invitation: String
  private let avatar = Avatar(size: 32)
  private let title = Label()
  private let about = Label()
  private let notice = Label()
  private let entry = TextEntry(name: localized("Message"), placeholder: localized("Write a message"))
  private lazy var send = Button(localized("Send")) { [weak self] in self?.write() }
  private lazy var line = Box(.horizontal, spacing: 6, [entry, send])
  private let log: ThreadLog
  private lazy var titles = Box(.vertical, spacing: 2, [title, about])
  private lazy var head = Box(.horizontal, spacing: 12, [avatar, titles])
  private lazy var foot = Box(.vertical, spacing: 6, [notice, line])
  private lazy var content = Box(.vertical, [head, log.widget, foot])
  private lazy var pages = PageStack([nothing, content])
  /// What was written and not sent.
  private var drafts: [UUID: String] = [:]
  private var shown: UUID?
  private var wantsFocus = false
  /// Whether the server refuses the login: no connection comes back by itself then.
  var isRefused = false {
    didSet { if isRefused != oldValue { show(model.state) } }
  }

  var widget: Widget { pages }

  /// The line in which one writes, with its button.
  var writingLine: Widget { line }

  /// - Parameters:
  ///   - icon: shown where nothing is open, with `invitation`.
  init(
    _ model: ThreadModel, _ context: PageContext, icon: String, invitation: String
  ) {
    (self.model, told, self.invitation) = (model, context.told, invitation)
    nothing = StatusPage(icon: icon)
    log = ThreadLog(now: context.now) { [weak model] in model?.readOlder() }
    title.style("heading")
    for label in [title, about] { label.limit(lines: 1) }
    about.style("caption")
    about.style("dim-label")
    notice.style("caption")
    notice.wrap()
    titles.expand(horizontally: true)
    titles.align(vertically: .center)
    avatar.align(vertically: .center)
    head.margin(12)
    foot.margin(12)
    send.style("suggested-action")
    entry.expand(horizontally: true)
    entry.entered = { [weak self] in self?.write() }
    pages.expand(horizontally: true, vertically: true)
    pages.minimumSize(width: 320)
    context.unsaved.add(localized("Message"), of: self) {
      !$0.entry.text.isBlank || $0.drafts.values.contains { !$0.isBlank }
    }
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
  }

  /// Adds a button beside the title.
  func addToHead(_ widget: Widget) {
    widget.align(horizontally: .end, vertically: .center)
    head.append(widget)
  }

  /// Has a list of things to do open at a button beside the title, and at a click on the title or the picture. Whoever leaves it, or what it has led to, writes
  /// on: at the button, what is typed would press what is in the list.
  func addMenu(_ menu: MenuButton) {
    addToHead(menu)
    menu.leaving = { [weak self] in
      if let self, line.isVisible { entry.focus() }
    }
    for widget in [avatar, titles] as [Widget] { widget.onClick { [unowned menu] in menu.open() } }
  }

  /// Forgets what was written and not sent: nobody is logged in, and whoever is next has not written it.
  func forget() {
    (drafts, shown) = ([:], nil)
    entry.text = ""
  }

  /// Whether something stands where one writes.
  var isWriting: Bool { !entry.text.isEmpty }

  /// Takes the keyboard to where one writes, as soon as that is there.
  func focus() {
    wantsFocus = pages.isVisible && !content.isVisible
    if !wantsFocus { entry.focus() }
  }

  private func show(_ state: ThreadModel.State) {
    keepDraft()
    switch state {
    case .nothing: tell(localized("Nothing selected"), invitation)
    case .reading: tell(localized("Messages"), localized("They are being read."))
    case .gone(let failure): tell(failure.message, failure.advice.joined(separator: "\n"))
    case .content(let content): show(content)
    }
  }

  private func tell(_ title: String, _ description: String) {
    // What a hidden page shows is still there to be read.
    for label in [self.title, about, notice] { label.text = "" }
    avatar.show("")
    log.clear()
    nothing.show(title: title, description: description)
    pages.show(nothing)
  }

  private func show(_ content: ThreadContent) {
    let channel = content.channel
    title.text = channel.nickname ?? channel.title
    avatar.isVisible = channel.isConversation == true
    avatar.show(avatar.isVisible ? channel.personName : "")
    about.text = channel.description
    about.isVisible = !channel.description.isEmpty
    log.show(content)
    let block =
      content.isBlocked ? localized("You have blocked \(channel.personName). Nothing of theirs arrives.") : ""
    notice.text = [block, words(content)].filter { !$0.isEmpty }.joined(separator: "\n")
    notice.isVisible = !notice.text.isEmpty
    line.isVisible = channel.isJoined
    if shown == nil {
      shown = channel.id
      entry.text = drafts[channel.id] ?? ""
    }
    pages.show(self.content)
    guard wantsFocus else { return }
    wantsFocus = false
    if line.isVisible { entry.focus() }
  }

  private func words(_ content: ThreadContent) -> String {
    if !content.channel.isJoined {
      return localized("You are not in this channel, so what is written there now does not come here.")
    }
    if isRefused { return localized("What you write is sent once you have logged in.") }
    if !content.isConnected { return localized("No connection to the server: what you write is sent once it is back.") }
    return content.messages.isEmpty ? localized("There are no messages yet. Write the first.") : ""
  }

  /// What was written belongs to the one that was open.
  private func keepDraft() {
    guard let shown, shown != model.channel else { return }
    drafts[shown] = entry.text.isEmpty ? nil : entry.text
    self.shown = nil
    entry.text = ""
  }

  private func write() {
    let text = entry.text
    guard let channel = model.channel, text.contains(where: { !$0.isWhitespace }) else { return }
    // Two quick presses are one message.
    entry.text = ""
    Task { [weak self, model, told] in
      do throws(Failure) {
        try await model.write(text, in: channel)
        self?.log.scrollToEnd()
      } catch {
        told(.failure(error))
        self?.restore(text, in: channel)
      }
    }
  }

  private func restore(_ text: String, in channel: UUID) {
    if shown != channel { drafts[channel] = text } else if entry.text.isEmpty { entry.text = text }
  }
}
#endif
