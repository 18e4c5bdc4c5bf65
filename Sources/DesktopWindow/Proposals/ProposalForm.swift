#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// Asks what is to be proposed, or to whom.
enum ProposalForm {
  /// Asks to whom a task is to be proposed.
  static func propose(_ task: TaskRow, _ context: PageContext, over window: Window) {
    guard let name = task.name, !task.isProtected else { return }
    let person = ProposalRecipient(context.link)
    let group = FormGroup(
      name,
      description: localized(
        "Its name, its notes and when it is due go to somebody who follows you, and who accepts or declines it. Its subtasks stay here."
      ), [person.entry])
    let model = ProposalModel(context.link)
    let form = FormWindow(
      localized("Propose to"), confirmation: localized("Propose"), over: window,
      Box(.vertical, spacing: 12, [group, person.offers])
    ) { [id = task.id] () async throws(Failure) in
      // By the id alone: what else is known of it, its steps for instance, would stay here for as long as a server takes to answer.
      context.told(.success(try await model.propose(id, to: person.named)))
      return true
    }
    // Where it is protected meanwhile, nothing of its words stays here.
    form.end(withProtectionOf: task.id, context, isPrompt: true)
    person.entry.entered = { [weak form] in form?.press() }
    form.open()
    person.entry.focus()
  }

  /// Asks what is to be proposed to somebody.
  static func propose(to person: PersonCare.Person, _ context: PageContext, over window: Window) {
    let entry = EntryRow(localized("Task, for instance: milk fri 18:00"))
    let group = FormGroup(
      person.title,
      description: localized("It goes to them if they follow you, and they accept or decline it."), [entry])
    let hint = QuickHint()
    entry.changed = { line in
      let (now, zone) = (context.now(), context.zone)
      let typed = QuickEntry(line, now: now, zone: zone)
      hint.show(
        typed?.proposalSummary(now: now, zone: zone) ?? "", warning: typed?.proposalWarning(now: now, zone: zone) ?? "")
    }
    let model = ProposalModel(context.link)
    let form = FormWindow(
      localized("Propose a Task"), confirmation: localized("Propose"), over: window,
      Box(.vertical, spacing: 12, [group, hint.widget])
    ) { () async throws(Failure) in
      guard let typed = QuickEntry(entry.text, now: context.now(), zone: context.zone) else {
        throw Failure(.usage, verbatim: localized("Say what there is to do."))
      }
      context.told(.success(try await model.propose(typed, to: person.user)))
      return true
    }
    entry.entered = { [weak form] in form?.press() }
    form.hasChanges = { !entry.text.isEmpty }
    form.open()
    entry.focus()
  }
}
#endif
