#if Desktop && DEBUG
internal import AgentAPI
internal import CAdwaita
internal import CivilTime
@testable internal import DesktopModel
@testable internal import DesktopWindow
internal import FoundationEssentials
internal import VaultClient
internal import VaultModel
@testable internal import Widgets

extension Trial {
  /// What the menu and the pages open. Nobody answers: there is no agent.
  static let windows = [
    opening("Profile") { ProfileWindow.open(context($0), over: $1.window) },
    opening("Person") { link, bench in
      PersonWindow.open(
        PersonCare.Person(user: UUID(), title: "bob", name: "bob"),
        PersonCare(context: context(link), window: bench.window))
    },
    opening("Preferences") { PreferencesWindow.open(context($0), over: $1.window) },
    opening("Access Log") { AccessLogWindow.open(over: $1.window, $0) },
    opening("Doctor") { DoctorWindow.open(over: $1.window, context($0)) },
    opening("About") { AboutWindow.open(over: $1.window) },
    opening("Shortcuts") { ShortcutsWindow.open(over: $1.window, [Shortcut("<Control>n", "New task", .tasks) {}]) },
    opening("Edit Task") { TaskEditor.open(task, actions($0), context($0), over: $1.window) },
    opening("New Protected Task") { ProtectedTaskEditor.add(actions($0), context($0), over: $1.window) { _ in } },
    opening("First run") { link, bench in Task { await FirstRunWindow.offer(over: bench.window, link, ended: {}) } },
  ]

  static let pages = [
    Trial("All protected texts") { bench in
      let all = RevealAllView(Reveals(link()).all)
      bench.watch.expect(all)
      await bench.show(all.widget) { all.end() }
    },
    page("Tasks") { context, bench in
      let reveals = Reveals(context.link)
      return TasksPage(
        context, RevealView(reveals.one, context, over: bench.window), RevealAllView(reveals.all), over: bench.window)
    },
    page("Inbox") { context, bench in
      InboxPage(context, over: bench.window, unreadChanged: { _ in }, arrived: { _ in })
    },
    page("Picture") { context, bench in PicturePage(context, over: bench.window) { _ in } },
    page("Messages") { context, bench in MessagesPage(context, over: bench.window, unreadChanged: { _ in }) },
    page("Channels") { context, _ in ChannelsPage(context, unreadChanged: { _ in }) },
    Trial("The window") { bench in
      await bench.open {
        let link = link()
        let main = MainWindow(bench.application, link, HabitsKeeper(nil))
        for object in [link, main, main.window] as [AnyObject] { bench.watch.expect(object) }
        main.present()
        // A page is made when it is seen.
        for page in main.pages.reversed() { main.tabs.select(page.id) }
        Widths.tell(of: main.window)
        main.menu.open()
        gtk_menu_button_popdown(main.menu.opaque)
      }
    },
  ]

  private static func opening(_ name: String, _ open: @escaping @MainActor (AgentLink, Bench) -> Void) -> Trial {
    Trial(name) { bench in
      let link = link()
      bench.watch.expect(link)
      await bench.open { open(link, bench) }
    }
  }

  private static func page(_ name: String, _ make: @escaping @MainActor (PageContext, Bench) -> any TabPage) -> Trial {
    Trial("Page \(name)") { bench in
      let page = make(context(link()), bench)
      bench.watch.expect(page)
      await bench.show(page.widget) {
        page.look(true)
        page.goBack()
      }
    }
  }

  private static func link() -> AgentLink {
    let nowhere = "/dev/null/nowhere"  // where not even root makes a directory
    let paths = VaultPaths(data: nowhere, config: nowhere, state: nowhere, runtime: nowhere)
    return AgentLink(AgentConnector(paths: paths, environment: [:], isInteractive: true), environment: [:])
  }

  private static func context(_ link: AgentLink) -> PageContext {
    PageContext(
      link: link, zone: .system(), now: { Date() }, drafts: OpenDrafts(), unsaved: UnsavedWords(),
      habits: HabitsKeeper(nil), told: { _ in },
      agree: { _, _, _ in false }, logIn: {}, quotes: QuotedTasks(link), vanished: {})
  }

  private static func actions(_ link: AgentLink) -> TaskActions { TaskActions(link) { _ in } }

  private static var task: TaskRow {
    TaskRow(shortID: "a1", task: TodoTask(id: UUID(), name: "Water the plants", createdAt: Date()))
  }
}
#endif
