#if Desktop && DEBUG
internal import CAdwaita
internal import SecretMemory
@testable internal import Widgets

extension Trial {
  static let controls = [
    Trial(widget: "Button") { held in Button("Word") { held.use() } },
    Trial(widget: "Button with an icon") { held in Button(icon: "edit-symbolic", name: "Edit") { held.use() } },
    Trial(widget: "Button with a label") { held in Button(content: Label("Word")) { held.use() } },
    Trial(widget: "ToggleButton") { held in
      ToggleButton("Word") { _ in held.use() }
    } use: { button, _ in
      button.isOn = true
    },
    Trial(widget: "CheckBox") { held in
      CheckBox { _ in held.use() }
    } use: { box, _ in
      box.isOn = true
    },
    Trial(widget: "TextEntry") { _ in
      TextEntry(name: "Word")
    } use: { entry, held in
      entry.changed = { _ in held.use() }
      entry.entered = { held.use() }
      entry.left = { held.use() }
      entry.text = "typed"
      entry.focus()
      entry.onKeys("<Control>k") { held.use() }
    },
    Trial(widget: "Search entry") { _ in TextEntry(.search, name: "Word") },
    Trial(widget: "TextArea") { _ in
      TextArea(name: "Words", height: 80)
    } use: { area, held in
      area.changed = { held.use() }
      area.text = "typed\ntyped"
      area.focus()
    },
    Trial(widget: "SegmentSwitch") { _ in
      SegmentSwitch(name: "Which", ["One", "Two"])
    } use: { which, held in
      which.chosen = { _ in held.use() }
      which.selected = 1
    },
    Trial(widget: "DropDown") { held in
      DropDown(name: "Which", choices: ["One", "Two"]) { _ in held.use() }
    } use: { which, _ in
      which.focus()
    },
    Trial(widget: "Label") { _ in
      Label("Word")
    } use: { label, _ in
      label.text = "Another"
    },
    Trial(widget: "SquaresArea") { _ in
      SquaresArea(name: "Squares", side: 100, quietCount: 4)
    } use: { area, _ in
      area.show([[true, false], [false, true]])
    },
    Trial(widget: "Avatar") { _ in
      Avatar(size: 32)
    } use: { avatar, _ in
      avatar.show("Ada")
    },
    Trial(widget: "Icon") { _ in Icon("edit-symbolic") },
  ]

  static let forms = [
    Trial(widget: "FormGroup") { held in
      FormGroup("Title", [FormRow("One", suffix: Button("Word") { held.use() })])
    } use: { group, _ in
      group.replace(by: [FormRow("Two"), FormRow("Three")])
    },
    Trial(widget: "SwitchRow") { held in
      SwitchRow("Word") { _ in held.use() }
    } use: { row, _ in
      row.isOn = true
    },
    Trial(widget: "ButtonRow") { held in ButtonRow("Row", word: "Word") { held.use() } },
    Trial(widget: "EntryRow") { _ in
      EntryRow("Word", text: "typed")
    } use: { row, held in
      row.changed = { _ in held.use() }
      row.entered = { held.use() }
      row.onApply { _ in held.use() }
      row.suffix(Button("Word") { held.use() })
      row.text = "other"
      row.focus()
    },
    Trial(widget: "ChoiceRow") { held in
      ChoiceRow("Which", choices: ["One", "Two"]) { _ in held.use() }
    } use: { row, _ in
      row.selected = 1
    },
  ]

  static let containers = [
    Trial(widget: "Box") { held in
      Box(.vertical, [Button("One") { held.use() }])
    } use: { box, held in
      let later = Button("Two") { held.use() }
      box.append(later)
      box.remove(later)
    },
    Trial(widget: "Grid") { held in
      Grid(spacing: 1, rowSpacing: 1)
    } use: { grid, held in
      grid.put(Button("One") { held.use() }, column: 0, row: 0)
    },
    Trial(widget: "HeaderBar") { held in
      let bar = HeaderBar()
      bar.append(Button("One") { held.use() })
      bar.title(Label("Title"))
      return bar
    },
    Trial(widget: "ScrolledView") { _ in ScrolledView(Label("Word")) },
    Trial(widget: "StatusPage") { held in
      StatusPage(icon: "edit-symbolic", title: "Title")
    } use: { page, held in
      page.content(Button("One") { held.use() })
    },
    Trial(widget: "PageStack") { _ in
      let pages = [Label("One"), Label("Two")]
      let stack = PageStack(pages)
      stack.show(pages[1])
      return stack
    },
    Trial(widget: "TabStack") { held in
      let tabs = TabStack()
      for name in ["One", "Two"] { tabs.add(id: name, title: name, icon: "edit-symbolic") { Label(name) } }
      tabs.onSelect { held.use() }
      let header = HeaderBar()
      header.title(tabs.title)
      return Box(.vertical, [header, tabs, tabs.bar])
    } use: { _, _ in
    },
    Trial(widget: "SplitView") { _ in
      SplitView(list: Label("List"), detail: Label("Detail"))
    } use: { split, held in
      split.onChange { held.use() }
      split.showDetail()
    },
    Trial(widget: "MenuButton") { held in
      MenuButton(
        icon: "open-menu-symbolic", name: "Menu", hint: "More", [("One", { held.use() }), ("Two", { held.use() })])
    } use: { menu, _ in
      menu.open()
      gtk_menu_button_popdown(menu.opaque)
    },
    Trial(widget: "ToastOverlay") { _ in
      ToastOverlay(Label("Word"))
    } use: { toasts, held in
      toasts.show("One")
      toasts.show("Two", button: "Word") { held.use() }
    },
    Trial(widget: "DropBanner") { _ in
      DropBanner(above: Label("Word"))
    } use: { banner, held in
      banner.pressed = { held.use() }
      banner.show(title: "Title", text: "Text")
    },
  ]

  static let lists = [
    Trial(widget: "ListView") { held in
      let list = ListView(name: "List") { TriedRow(held) }
      list.minimumSize(height: 200)
      return ScrolledView(list)
    },
    Trial("ListView that is scrolled") { bench in
      let holder = Holder()
      let list = ListView(name: "List") { TriedRow(holder) }
      for object in [holder, list] as [AnyObject] { bench.watch.expect(object) }
      list.selected = { holder.use() }
      list.clicked = { _ in holder.use() }
      list.activated = { _ in holder.use() }
      let scrolled = ScrolledView(list)
      scrolled.expand(vertically: true)
      await bench.show(scrolled) {
        list.replace(at: 0, removing: 0, inserting: 10_000)
        list.select([3])
        await bench.rest()
        list.reload(0..<5)
        list.replace(at: 0, removing: 5_000, inserting: 1)
        await bench.rest()
        list.replace(at: 0, removing: list.count, inserting: 0)
      }
    },
    Trial("ListView with pictures") { bench in
      let list = ListView(name: "List") { [watch = bench.watch] in PicturedRow(watch) }
      bench.watch.expect(list)
      let scrolled = ScrolledView(list)
      scrolled.minimumSize(height: 10 * PicturedRow.side)
      await bench.show(scrolled) {
        list.replace(at: 0, removing: 0, inserting: 400)
        for place in stride(from: 0, to: 400, by: 40) {
          list.scroll(to: place)
          await bench.rest()
          // Those that are seen, half as many above and below, and no others of those that GTK has.
          bench.watch.expect(atMost: 2 * 10 + 4, of: "GdkMemoryTexture")
        }
      }
    },
    Trial(widget: "LogView") { _ in
      LogView(name: "Log")
    } use: { log, _ in
      let rows = (0..<30).map { Label("\($0)") }
      log.show(rows)
      log.scrollToEnd()
      log.show(Array(rows.dropFirst(10)))
    },
  ]

  static let pictures = [
    Trial(widget: "PictureView") { _ in
      PictureView()
    } use: {
      $0.show(texture($1), name: "Picture", height: 40)
    },
    Trial(widget: "Thumbnail") { _ in
      Thumbnail(side: 40)
    } use: {
      $0.show(texture($1), name: "Picture")
    },
    Trial("ZoomView") { bench in
      let zoom = ZoomView()
      let holder = Holder()
      zoom.zoomed = { holder.use() }
      if let texture = texture(holder) {
        bench.watch.expect(texture)
        zoom.show(texture, name: "Picture")
      }
      await bench.show(zoom) { zoom.zoomIn() }
    },
  ]

  static let secrets = [
    Trial("SecretArea") { bench in
      let area = SecretArea(name: "Text")
      let secret = Self.secret()
      bench.watch.expect(secret)
      area.show(secret)
      await bench.show(area)
    },
    Trial("SecretEditor") { bench in
      guard let editor = SecretEditor(name: "Text", capacity: 1000, height: 80) else { return }
      let holder = Holder()
      bench.watch.expect(holder)
      editor.overflowed = { holder.use() }
      await bench.show(editor) {
        editor.fill(Self.secret())
        editor.focus()
        await bench.rest()
        editor.isConcealed = true
      }
    },
    Trial(widget: "SecretEntryRow") { _ in
      SecretEntryRow("PIN")
    } use: { row, held in
      row.entered = { held.use() }
      row.focus()
      row.clear()
    },
    Trial("QuestionDialog") { bench in
      for answer in [
        QuestionDialog.Answer.hidden, .visible, .hiddenTwice(atLeast: 6), .echoed, .shown(Self.secret()), .agreement,
        .none,
      ] {
        await bench.open {
          let question = QuestionDialog(heading: "Heading", text: "Text", answer: answer, confirmation: "Word")
          Task { _ = await question.ask(over: bench.window) }
        }
      }
    },
    Trial("OfferDialog") { bench in
      await bench.open {
        let offer = OfferDialog(heading: "Heading", text: "Text", confirmation: "Word")
        Task { _ = await offer.ask(over: bench.window) }
      }
    },
    Trial("FileDialog") { bench in
      await bench.open { Task { _ = await FileDialog.open(over: bench.window, title: "Open", confirmation: "Open") } }
    },
  ]

  private static func secret() -> SharedSecret {
    do { return SharedSecret(try SecretBytes(Array("under the third flowerpot".utf8))) } catch {
      fatalError("no memory")
    }
  }

  private static func texture(_: Holder) -> Texture? {
    Texture(width: 2, height: 2, rgba: Array(repeating: 200, count: 16)[...])
  }
}

/// A row with a button that holds the row's text.
private final class TriedRow: ListRow {
  private let label = Label()
  private let button: Button
  let widget: Widget

  init(_ held: Holder) {
    button = Button("Word") { held.use() }
    widget = Box(.horizontal, [label, button])
  }

  func show(_ place: Int) { label.text = "\(place)" }
  func clear() { label.text = "" }
}

private final class PicturedRow: ListRow {
  static let side = 30
  private let picture = Thumbnail(side: side)
  private let watch: Watch
  private var isNear = false

  var widget: Widget { picture }

  init(_ watch: Watch) { self.watch = watch }

  func show(_ place: Int) { show() }

  func come(near isNear: Bool) {
    guard isNear != self.isNear else { return }
    self.isNear = isNear
    show()
  }

  func clear() {
    isNear = false
    show()
  }

  private func show() {
    let texture = isNear ? Texture(width: 2, height: 2, rgba: [UInt8](repeating: 9, count: 16)[...]) : nil
    if let texture { watch.expect(texture) }
    picture.show(texture, name: "Picture")
  }
}
#endif
