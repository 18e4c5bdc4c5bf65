internal import AgentAPI
internal import Terminal
internal import VaultModel

extension LiveTasks {
  private var style: Style { context.output.style }

  mutating func draw(_ frame: inout LiveFrame) {
    height = max(1, frame.rows - 3)
    if var overlay = inbox, let item = overlay.item {
      overlay.drawItem(&frame, style)
      inbox = overlay
      drawFoot(["↑↓ scroll\(item.details.keys)", "q back"], &frame)
    } else if var page = details {
      page.draw(TaskText(context: context.uncoloured, now: clock.date()).details(page.task), &frame, style)
      details = page
      drawFoot(keys("scroll", page.task, end: ["q back to the list"]), &frame)
    } else {
      drawList(&frame)
      drawFoot(keys("move", list.selected, end: ["/ filter", "q quit"]), &frame)
    }
    inbox?.drawBanner(&frame, style)
  }

  private mutating func drawList(_ frame: inout LiveFrame) {
    let shown = list.visible(height: height)
    let count = shown.isEmpty ? "" : "  \(shown.lowerBound + 1)-\(shown.upperBound) of \(list.total)"
    let words = filter.text.isEmpty ? "" : "  \(filter.text)"
    frame.set(0, LiveText([.init("Tasks", paint: style.bold), .init(count), .init(words, paint: style.dim)]))
    if isFilled, list.rows.isEmpty { frame.set(2, LiveText(TaskText.nothing(filter.filter), paint: style.dim)) }
    let table = TaskText(context: context, now: clock.date()).table(Array(list.rows[shown]))
    for (row, text) in table.texts(width: max(1, frame.columns - 2)).enumerated() {
      let isSelected = shown.lowerBound + row == list.index
      frame.set(row + 2, text.following(.init(isSelected ? "> " : "  ", paint: style.bold)))
    }
  }

  /// The keys that mean something now.
  private func keys(_ arrows: String, _ task: TaskRow?, end: [String]) -> [String] {
    var words = ["\(context.writesUTF8 ? "↑↓" : "j k") \(arrows)"]
    if details == nil { words.append("Enter open") }
    words += [task?.isDone == true ? "D open again" : "d done", "s snooze"]
    if task?.isProtected == true { words.append("r reveal") }
    return words + ["u undo"] + end
  }

  private func drawFoot(_ keys: [String], _ frame: inout LiveFrame) {
    if let field = filter.field {
      drawField("/ ", field, problem: filter.problem ?? "", &frame)
    } else if let snooze {
      drawField("Snooze until (\(SnoozeLine.standard)): ", snooze.field, problem: message, &frame)
    } else {
      let notice = inbox?.question ?? (message.isEmpty ? agent.notice ?? "" : message)
      let text =
        notice.isEmpty
        ? LiveText(Self.fitting(keys, columns: frame.columns), paint: style.dim)
        : LiveText(notice, paint: style.warning)
      frame.set(frame.rows - 1, text)
    }
  }

  /// As many keys as fit; those that every list has are left out first.
  private static func fitting(_ keys: [String], columns: Int) -> String {
    var keys = keys[...]
    while keys.count > 1, LiveText(keys.joined(separator: "  ")).columns > columns { keys.removeFirst() }
    return keys.joined(separator: "  ")
  }

  private func drawField(_ prompt: String, _ field: LineField, problem: String, _ frame: inout LiveFrame) {
    if !problem.isEmpty { frame.set(frame.rows - 2, LiveText(problem, paint: style.warning)) }
    let shown = field.shown(columns: max(1, frame.columns - prompt.count))
    frame.set(frame.rows - 1, LiveText([.init(prompt, paint: style.bold), .init(shown.text)]))
    frame.cursor = (frame.rows - 1, prompt.count + shown.column)
  }
}

extension CommandContext {
  /// The same without colours, for lines that are painted later.
  fileprivate var uncoloured: CommandContext {
    let output = OutputStream(descriptor: output.descriptor, environment: ["NO_COLOR": "1"])
    return CommandContext(environment: environment, output: output, errors: errors)
  }
}
