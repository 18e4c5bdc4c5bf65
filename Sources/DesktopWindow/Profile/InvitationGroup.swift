#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// A button that makes an invitation, the invitation as a code and as a QR code, and those that serve still. The code is shown once.
final class InvitationGroup {
  private let model: ProfileModel
  private let agree: @MainActor (String, String, String) async -> Bool
  private let area = SquaresArea(name: localized("QR code of the invitation"), side: 264, quietCount: QRCode.quietCount)
  private lazy var make = ButtonRow(
    localized("Invite somebody"), subtitle: localized("Makes a code by which one person and you follow each other."),
    word: localized("Make Code")
  ) { [unowned self] in Task { [model] in await model.invite() } }
  private lazy var code = ButtonRow(localized("Code"), word: localized("Copy")) { [unowned self] in copy() }
  private lazy var group = FormGroup(
    localized("Invitation"),
    description: localized("Give it to one person, by a way that you trust: whoever has it may use it."),
    [make, code])
  private let open = FormGroup(localized("Invitations that serve"))
  private lazy var content = Box(.vertical, spacing: 12, [group, area, open])
  private var shown: String?
  private var listed: [InvitationRow]?

  private let copies = CodeCopy { Clipboard.copy($0) }

  var widget: Widget { content }

  init(_ model: ProfileModel, _ context: PageContext) {
    (self.model, agree) = (model, context.agree)
    show()
  }

  func show() {
    let invitation = model.invitation
    code.isVisible = invitation?.code != nil
    area.isVisible = invitation?.code != nil
    showOpen()
    guard let invitation, let text = invitation.code else {
      if shown != nil { area.show([]) }
      code.title = localized("Code")
      shown = nil
      return
    }
    guard text != shown else { return }
    shown = text
    code.title = text
    code.subtitle =
      localized(
        "Serves once, until \(MessageTime.whole(invitation.expiresAt)). A copy leaves the clipboard after \(CodeCopy.seconds / 60) minutes."
      )
    let squares = QRCode(text)?.squares ?? []
    area.show(squares)
    area.isVisible = !squares.isEmpty
  }

  private func showOpen() {
    open.isVisible = !model.invitations.isEmpty
    guard listed != model.invitations else { return }
    listed = model.invitations
    open.replace(by: model.invitations.map(row))
  }

  private func row(_ invitation: InvitationRow) -> Widget {
    ButtonRow(
      localized("Made \(MessageTime.whole(invitation.createdAt))"),
      subtitle: localized("Serves once, until \(MessageTime.whole(invitation.expiresAt))."), word: localized("Revoke")
    ) { [weak self] in self?.revoke(invitation.id) }
  }

  private func revoke(_ id: UUID) {
    Task { [model, agree] in
      let isAgreed = await agree(
        localized("Revoke the invitation?"), localized("Whoever has its code can’t use it any more."),
        localized("Revoke"))
      if isAgreed { await model.revoke(id) }
    }
  }

  private func copy() {
    if let code = model.invitation?.code { copies.copy(code) }
  }
}
#endif
