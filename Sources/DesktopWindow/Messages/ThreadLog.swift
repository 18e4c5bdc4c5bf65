#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// The messages of a conversation or a channel below one another, with what leads to older ones, and a line above those that are new.
final class ThreadLog {
  private let log = LogView(name: localized("Messages"))
  private let older = Button(localized("Older Messages"))
  private let new = Label()
  private let now: @Sendable () -> Date
  private var rows: [UUID: ThreadRowView] = [:]
  private var channel: UUID?
  private var first: UUID?

  var widget: Widget { log }

  /// - Parameter readOlder: called when a person wants older messages.
  init(now: @escaping @Sendable () -> Date, readOlder: @escaping () -> Void) {
    self.now = now
    older.pressed = readOlder
    older.align(horizontally: .center)
    older.style("flat")
    new.style("caption-heading")
    new.style("accent")
    new.align(horizontally: .center)
    log.expand(horizontally: true, vertically: true)
  }

  func show(_ content: ThreadContent) {
    let isOther = content.channel.id != channel
    if isOther { rows = [:] }
    channel = content.channel.id
    let messages = content.messages
    let isLongerAbove = !isOther && first != messages.first?.id && messages.contains { $0.id == first }
    first = messages.first?.id
    let kept = Set(messages.map(\.id))
    rows = rows.filter { kept.contains($0.key) }
    log.show(widgets(content), isLongerAbove: isLongerAbove)
    if isOther { log.scrollToEnd() }
  }

  /// Shows nothing, and lets go of what was shown.
  func clear() {
    (rows, channel, first) = ([:], nil, nil)
    log.show([], isLongerAbove: false)
  }

  /// Shows the newest message.
  func scrollToEnd() { log.scrollToEnd() }

  private func widgets(_ content: ThreadContent) -> [Widget] {
    var widgets: [Widget] = content.hasOlder ? [older] : []
    new.text = localized(
      one: "\(content.newCount) new message", other: "\(content.newCount) new messages", count: content.newCount)
    if content.newCount > 0, content.firstNew == nil { widgets.append(new) }
    for message in content.messages {
      if message.id == content.firstNew { widgets.append(new) }
      let row = rows[message.id] ?? ThreadRowView()
      rows[message.id] = row
      row.show(message, from: sender(of: message, in: content.channel), now: now())
      widgets.append(row.widget)
    }
    return widgets
  }

  private func sender(of message: ChannelMessageRow, in channel: ChannelRow) -> String {
    if message.isOwn { return localized("You") }
    return channel.nickname ?? message.senderName
  }
}
#endif
