internal import DesktopSession
internal import Inbox
internal import Localization
internal import ServerAPI

extension DesktopNotification {
  private static var click: Action { Action(key: DesktopNotification.defaultAction, label: localized("Show")) }
  private static var review: Action { Action(key: "review", label: localized("Review…")) }

  /// An item of the inbox. What wants a decision stays until somebody answers.
  ///
  /// - Parameter isAcceptable: whether a button accepts it; where not, the button opens the item.
  init(
    _ text: NoticeText, of payload: PushPayload, _ manner: NoticeManner, isAcceptable: Bool, picturePath: String?
  ) {
    let buttons = payload.kind.choices.map { choice in
      choice.decision == .accept && !isAcceptable
        ? Self.review : Action(key: choice.decision.rawValue, label: choice.decision.label)
    }
    let stays = payload.kind.wantsDecision
    self.init(
      summary: text.title, body: text.body, actions: [Self.click] + buttons, urgency: manner.isLow ? .low : .normal,
      category: stays ? "x-vault.proposal" : "im.received", expiry: stays ? .never : .desktopDefault,
      picturePath: picturePath, sound: manner.sound.map(Sound.named) ?? .none)
  }

  /// Several items of the inbox.
  init(several text: NoticeText, isAgain: Bool) {
    self.init(
      summary: text.title, body: text.body, actions: [Self.click], urgency: isAgain ? .low : .normal,
      category: "im.received", expiry: .never, sound: isAgain ? .none : .desktopDefault)
  }

  /// What is new in a channel.
  init(channel text: NoticeText, isAgain: Bool, picturePath: String?) {
    self.init(
      summary: text.title, body: text.body, actions: [Self.click], urgency: isAgain ? .low : .normal,
      category: "im.received", picturePath: picturePath)
  }

  /// What came of an answer.
  init(outcome text: NoticeText) {
    self.init(
      summary: text.title, body: text.body, actions: [Self.click], urgency: .low, category: "x-vault.outcome")
  }
}
