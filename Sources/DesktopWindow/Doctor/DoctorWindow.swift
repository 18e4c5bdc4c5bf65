#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// What the vault stands on, and what can be done about what is wrong with it.
final class DoctorWindow {
  private let model: DoctorModel
  private let status = StatusPage(icon: "system-search-symbolic")
  private let page = Box(.vertical, spacing: 24)
  private lazy var scrolled = ScrolledView(page)
  private lazy var pages = PageStack([status, scrolled])
  private let told = Label()
  private var groups: [FormGroup] = []
  /// Leads to where one logs in: no dialog asks for that.
  private var logIn: () -> Void = {}

  /// Shows it above the window.
  static func open(over window: Window, _ context: PageContext) {
    let doctor = DoctorWindow(DoctorModel(context.link))
    let opened = SubWindow(over: window, title: localized("Doctor"), doctor.pages)
    // It lives as long as its window.
    opened.closed = { withExtendedLifetime(doctor) {} }
    doctor.logIn = { [weak opened] in
      opened?.close()
      context.logIn()
    }
    opened.addToBar(
      Button(icon: "view-refresh-symbolic", name: localized("Check again")) { [weak doctor] in doctor?.model.refresh() }
    )
    opened.present()
    doctor.model.refresh()
  }

  private init(_ model: DoctorModel) {
    self.model = model
    page.margin(18)
    told.wrap()
    page.append(told)
    model.changed = { [weak self] in self?.show() }
  }

  private func show() {
    tell()
    switch model.state {
    case .reading:
      status.show(
        title: localized("Checking"), description: localized("Everything that the vault stands on is looked at."))
      pages.show(status)
    case .failed(let failure):
      status.show(title: failure.message, description: failure.hint)
      pages.show(status)
    case .found(let sections):
      for group in groups { page.remove(group) }
      groups = sections.map { group($0) }
      for group in groups { page.append(group) }
      pages.show(scrolled)
    }
  }

  /// What a remedy came to stands above the findings.
  private func tell() {
    told.style("error", false)
    switch model.told {
    case nil: told.text = model.isApplying ? localized("Waiting for you …") : ""
    case .success(let text): told.text = text
    case .failure(let failure):
      told.text = failure.line
      told.style("error")
    }
    told.isVisible = !told.text.isEmpty
  }

  private func group(_ section: DoctorModel.Section) -> FormGroup {
    FormGroup(section.severity.title, section.findings.map { row($0) })
  }

  private func row(_ finding: DoctorFinding) -> FormRow {
    let title = finding.title
    let (icon, word, style) =
      switch finding.severity {
      case .problem: ("dialog-error-symbolic", localized("problem"), "error")
      case .warning: ("dialog-warning-symbolic", localized("warning"), "warning")
      case .ok: ("emblem-ok-symbolic", localized("ok"), "success")
      }
    let mark = Icon(icon)
    mark.name(word)
    mark.style(style)
    let end = Box(.horizontal, spacing: 12)
    // Where the agent can do it, nobody needs the command.
    let fix = finding.fix.flatMap { fix in fix.word.map { (fix, $0) } }
    if let (fix, word) = fix {
      let button = Button(word) { [weak self] in fix == .logIn ? self?.logIn() : self?.model.apply(fix) }
      button.name("\(word): \(title)")
      button.isEnabled = !model.isApplying
      end.append(button)
    }
    end.append(mark)
    let lines = [finding.finding, finding.remedy].filter { !$0.isEmpty }
    return FormRow(title, subtitle: lines.joined(separator: "\n"), suffix: end)
  }
}
#endif
