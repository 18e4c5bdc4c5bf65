internal import AgentAPI
internal import Terminal
internal import VaultClient
internal import VaultModel

extension LiveTasks {
  mutating func handle(_ key: Key) throws -> LiveStep {
    if let step = try handleForInbox(key) { return step }
    guard !filter.isEditing else {
      filter.handle(key, now: clock.date())
      try observe()
      return .stay
    }
    message = ""
    if snooze != nil { return try handleInSnooze(key) }
    return try details == nil ? handleInList(key) : handleInDetails(key)
  }

  /// - Returns: nil when the key was not for what was pushed.
  private mutating func handleForInbox(_ key: Key) throws -> LiveStep? {
    let isWriting = filter.isEditing || snooze != nil
    let outcome = try withInbox { inbox in
      try inbox.agent.handle(key)
      return try inbox.handle(key, isWriting: isWriting)
    }
    switch outcome ?? .passed {
    case .passed: return nil
    case .handled: return .stay
    case .message(let words):
      message = words
      return .stay
    case .asks(let question):
      self.question = .inbox(question)
      return .leave
    }
  }

  private mutating func handleInList(_ key: Key) throws -> LiveStep {
    if let motion = TaskSelection.Motion(key) {
      list.move(motion, height: height)
      try fetchMore()
      return .stay
    }
    switch key {
    case .text("q"), .endOfInput: return .leave
    case .text("/"): filter.begin()
    case .enter, .right:
      guard let task = list.selected else { return .stay }
      try attempt { view in view.details = TaskDetails(try view.agent.run(ShowTask(task: task.id.text))) }
    case .text(let scalar): return try act(Character(scalar), on: list.selected)
    default: break
    }
    return .stay
  }

  private mutating func handleInDetails(_ key: Key) throws -> LiveStep {
    switch key {
    case .text("q"), .escape, .left, .endOfInput: details = nil
    case .enter: _ = details?.handle(.down)
    case .text(let scalar):
      if details?.handle(key) == true { return .stay }
      return try act(Character(scalar), on: details?.task)
    default: _ = details?.handle(key)
    }
    return .stay
  }

  private mutating func act(_ key: Character, on task: TaskRow?) throws -> LiveStep {
    if key == "u" { return try undo() }
    guard let task else { return .stay }
    switch key {
    case "d": return try change(CompleteTasks([task.id.text]), asks: task.destruction == .whenDone && !task.isDone)
    case "D": return try change(ReopenTasks([task.id.text]))
    case "s": snooze = SnoozeLine(task, now: clock.date())
    case "r":
      guard task.isProtected else {
        message = "Only a protected task has a text to reveal."
        return .stay
      }
      question = .reveal(task.id)
      return .leave
    default: break
    }
    return .stay
  }

  /// Takes back the newest operation; one that comes meanwhile stays.
  private mutating func undo() throws -> LiveStep {
    var undo: (request: any AgentRequest<TaskChangeReport>, asks: Bool)?
    try attempt { view in
      let last = try view.agent.run(ListHistory(limit: 50, nameCount: 0)).first { !$0.isSkipped }
      // Where there is nothing to take back, the agent says so.
      undo = last.map { (UndoOperation(operation: $0.id), $0.needsVerification) } ?? (UndoOperations(count: 1), false)
    }
    guard let undo else { return .stay }
    return try change(undo.request, asks: undo.asks)
  }

  /// Makes a change.
  ///
  /// - Parameter asks: whether the person is asked something first, as far as is known; then the main screen is needed.
  private mutating func change(
    _ request: any AgentRequest<TaskChangeReport>, asks: Bool = false
  ) throws -> LiveStep {
    var asks = asks
    if !asks {
      try attempt { view in
        do { view.message = ChangeText(context: view.context).sentence(try view.agent.run(request)) } catch let failure
          as Failure where failure.code == .refused
        { asks = true }
      }
    }
    guard asks else { return .stay }
    question = .change(request)
    return .leave
  }

  private mutating func handleInSnooze(_ key: Key) throws -> LiveStep {
    switch key {
    case .enter:
      try attempt { view in
        guard let (request, notes) = try view.snooze?.request(now: view.clock.date()) else { return }
        let text = ChangeText(context: view.context, detail: " until \(DateText(request.until).local)")
        let report = try view.agent.run(request)
        view.message = ([text.sentence(report)] + notes).joined(separator: " ")
        view.snooze = nil
      }
    case .escape: snooze = nil
    case .endOfInput where snooze?.field.isEmpty == true: snooze = nil
    default: snooze?.field.handle(key)
    }
    return .stay
  }

  /// Does something whose failure is shown in the last row; only an agent that has gone ends the view.
  private mutating func attempt(_ body: (inout Self) throws -> Void) throws {
    do { try body(&self) } catch let failure as Failure where failure.code != .unavailable {
      message = failure.message
    }
  }
}
