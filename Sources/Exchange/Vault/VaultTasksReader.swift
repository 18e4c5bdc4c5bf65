internal import CivilTime
internal import FoundationEssentials
internal import StrictJSON
internal import VaultModel

/// Reads ``VaultTasks``.
struct VaultTasksReader {
  private var isOurs = false
  private var hasVersion = false
  private var hasTasks = false

  /// Gives the tasks of a file to `intake`.
  ///
  /// The members may stand in any order, so that it is only known at the end whether the file is one of ours; the
  /// caller gets no task when it is not.
  static func read(_ bytes: [UInt8], from start: Int, into intake: inout TaskIntake) throws(ExchangeError) {
    var reader = JSONReader(tasks: bytes, from: start)
    var state = VaultTasksReader()
    try reader.eachMember { (reader, name) throws(ExchangeError) in
      try state.readMember(name, &reader, &intake)
    }
    try reader.readEnd()
    guard state.isOurs, state.hasVersion, state.hasTasks else { throw reader.refusal("it is not made by the vault") }
  }

  private mutating func readMember(
    _ name: String, _ reader: inout JSONReader, _ intake: inout TaskIntake
  ) throws(ExchangeError) {
    switch name {
    case "format":
      isOurs = try reader.readValue() == .string(VaultTasks.format)
      guard isOurs else { throw reader.refusal("it is not made by the vault") }
    case "version":
      guard case .number(let text) = try reader.readValue(), let number = Int(text), number > 0 else {
        throw reader.refusal("its version is not a number")
      }
      guard number <= VaultTasks.version else { throw .newerVersion(number) }
      hasVersion = true
    case "tasks":
      guard !hasTasks else { throw reader.refusal("a name occurs twice in an object") }
      hasTasks = true
      try readTasks(&reader, &intake)
    default: _ = try reader.readValue()
    }
  }

  private func readTasks(_ reader: inout JSONReader, _ intake: inout TaskIntake) throws(ExchangeError) {
    var index = 0
    try reader.eachElement { reader throws(ExchangeError) in
      index += 1
      _ = reader.peek()
      let place = FilePosition(task: index, line: reader.line())
      try Self.ingest(JSONObject(try reader.readValue(), place), &intake)
    }
  }
}

/// One task.
extension VaultTasksReader {
  private static func ingest(_ object: JSONObject, _ intake: inout TaskIntake) throws(ExchangeError) {
    var task = TodoTask(id: try id(object, intake), name: "", createdAt: intake.now)
    task.createdAt = try object.value("created", MomentText.taskDate) ?? intake.now
    let modified = try object.value("modified", MomentText.taskDate)
    task.modifiedAt = modified ?? task.createdAt
    try readFields(of: &task, object)
    for value in try object.array("subtasks") {
      task.subtasks.append(try subtask(JSONObject(value, object.place), intake))
    }
    let isProtected = try object.flag("protected")
    let isToBeSealed = isProtected && task.name != nil
    if isProtected, !isToBeSealed {
      beOrdinary(&task)
      intake.addNote("The text of a protected task is not in the file; it is called by its label", object.place)
    }
    try intake.add(task, isDated: modified != nil, isToBeSealed: isToBeSealed, at: object.place)
  }

  private static func readFields(of task: inout TodoTask, _ object: JSONObject) throws(ExchangeError) {
    task.name = try object.string("name")
    for field in TaskField.all { task[field] = try object.string(field.name) }
    task.label = try object.string("label")
    task.isDone = try object.flag("done")
    task.dueDate = try object.value("due", MomentText.taskDate)
    task.isAllDay = try object.flag("allDay")
    task.notify = try object.flag("notify")
    task.priority = try object.value("priority", Priority.init(rawValue:))
    task.tags = try object.strings("tags")
    task.recurrence = try object.value("recurrence") { RecurrenceRule($0) }
    task.alwaysVerify = try object.flag("alwaysVerify")
    task.destruction = try object.value("destruction", destruction)
    task.completedAt = try object.value("completed", MomentText.taskDate)
  }

  private static func subtask(_ object: JSONObject, _ intake: TaskIntake) throws(ExchangeError) -> TodoSubtask {
    var subtask = TodoSubtask(
      id: try id(object, intake), name: try object.string("name") ?? TaskNames.protectedSubtask,
      dueDate: try object.value("due", MomentText.taskDate), isAllDay: try object.flag("allDay"),
      notify: try object.flag("notify"))
    subtask.isDone = try object.flag("done")
    return subtask
  }

  /// What stands in for a protected task has no text that could be verified for or destroyed.
  private static func beOrdinary(_ task: inout TodoTask) {
    task.removeText()
    task.name = task.label ?? TaskNames.protected
    task.label = nil
    task.alwaysVerify = false
    task.destruction = nil
  }

  private static func id(_ object: JSONObject, _ intake: TaskIntake) throws(ExchangeError) -> UUID {
    try object.value("id") { UUID(text: $0) } ?? intake.newID()
  }

  private static func destruction(_ text: String) -> Destruction? {
    text == VaultTasks.whenDone ? .whenDone : MomentText.taskDate(text).map { .at($0) }
  }
}
