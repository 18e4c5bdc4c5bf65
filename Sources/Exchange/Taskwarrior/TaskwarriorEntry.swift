internal import CivilTime
internal import FoundationEssentials
internal import StrictJSON
internal import VaultModel

/// One object of `task export`.
struct TaskwarriorEntry {
  /// What may be said of a task.
  enum Status: String {
    case pending, completed, deleted, waiting, recurring
  }

  let place: FilePosition
  let id: UUID?
  let status: Status
  let description: String
  private(set) var entry: Date?
  private(set) var modified: Date?
  private(set) var end: Date?
  private(set) var due: Date?
  private(set) var isAllDay: Bool = false
  private(set) var priority: Priority?
  private(set) var tags: [String] = []
  /// The lines of its annotations.
  private(set) var notes: String?
  /// The texts that Taskwarrior has, or keeps, as attributes, by the names of their fields.
  private(set) var texts: [String: String] = [:]
  /// The rule that `recur` or `vaultrule` says; nil for none, or one that is no rule.
  private(set) var recurrence: RecurrenceRule?
  /// Whether it comes monthly on a day that not every month has: Taskwarrior takes the nearest before.
  private(set) var skipsMonths: Bool = false
  /// Whether `recur` says what is no rule.
  private(set) var hasStrangeRecurrence: Bool = false
  /// The template that this is an instance of.
  private(set) var template: UUID?
  /// What has to be done before.
  private(set) var depends: [UUID] = []
  /// The names of members that are not kept.
  let unknown: [String]

  var isSubtask: Bool { tags.contains(TaskwarriorWriter.subtaskTag) }
  var isOpen: Bool { status != .completed && status != .deleted }
}

/// Reading.
extension TaskwarriorEntry {
  private static let known = Set([
    "uuid", "description", "status", "entry", "modified", "end", "due", "priority", "tags", "annotations", "recur",
    "depends", "parent", "vaultallday", "vaultrule",
    // What Taskwarrior computes, or needs for its own bookkeeping.
    "id", "urgency", "mask", "imask", "rtype", "last", "template",
  ]).union(TaskField.all.compactMap(\.taskwarriorAttribute))

  /// - Throws: when it has no description, or a member is not as it should be.
  init(_ object: JSONObject, zone: LocalZone) throws(ExchangeError) {
    guard let description = try object.string("description") else { throw object.problem("description") }
    self.description = description
    place = object.place
    id = try object.value("uuid") { UUID(text: $0) }
    status = try object.value("status", Status.init(rawValue:)) ?? .pending
    let repeats = object.members["recur"] != nil
    unknown = object.members.names.filter { !Self.known.contains($0) && !(repeats && $0 == "until") }
    try readTimes(object, zone)
    try readRecurrence(object, zone)
    priority = try object.string("priority").flatMap(Self.priority)
    for field in TaskField.all {
      if let attribute = field.taskwarriorAttribute { texts[field.name] = try object.string(attribute) }
    }
    tags = try object.strings("tags")
    notes = try Self.notes(object)
    depends = try Self.depends(object)
  }

  private mutating func readTimes(_ object: JSONObject, _ zone: LocalZone) throws(ExchangeError) {
    entry = try object.value("entry", MomentText.taskDate)
    modified = try object.value("modified", MomentText.taskDate)
    end = try object.value("end", MomentText.taskDate)
    let moment = try object.value("due", MomentText.taskDate)
    // `due:tomorrow` is the first moment of that day in Taskwarrior, `due:eom` the month's last, and the day is meant.
    isAllDay = try object.string("vaultallday").map { $0 == "true" } ?? moment.map(zone.isEdge) ?? false
    due = isAllDay ? moment.map(zone.endOfDay(of:)) : moment
  }

  private mutating func readRecurrence(_ object: JSONObject, _ zone: LocalZone) throws(ExchangeError) {
    template = try object.value("parent") { UUID(text: $0) }
    let recur = try object.string("recur").flatMap { $0.isEmpty ? nil : $0 }
    let kept = try object.string("vaultrule").flatMap { RecurrenceRule($0) }
    recurrence = Self.rule(recur, kept: kept, day: due.map(zone.day))
    if let until = try object.value("until", MomentText.taskDate), let rule = recurrence, !rule.text.contains("UNTIL=")
    {
      recurrence = RecurrenceRule("\(rule.text);UNTIL=\(MomentText.basic(until))")
    }
    skipsMonths =
      recur != nil && recurrence?.text.hasPrefix("FREQ=MONTHLY") == true
      && recurrence?.text.contains("BY") == false && due.map(zone.day).map { $0.day > 28 } == true
    hasStrangeRecurrence = recur != nil && recurrence == nil
  }

  /// `vaultrule` holds as long as `recur` is what was written beside it: nobody has changed it since.
  private static func rule(_ recur: String?, kept: RecurrenceRule?, day: CivilDate?) -> RecurrenceRule? {
    let span = recur.flatMap { RulePeriod(taskwarrior: $0) }
    guard let kept else { return span?.rule }
    guard recur != nil else { return kept }
    return span != nil && RulePeriod(kept, from: day) == span ? kept : span?.rule
  }

  private static func priority(_ text: String) -> Priority? {
    switch text {
    case "H": .high
    case "M": .medium
    case "L": .low
    default: nil
    }
  }

  /// The annotations in the order they were made, one on a line; one blank stands for an empty line.
  private static func notes(_ object: JSONObject) throws(ExchangeError) -> String? {
    var lines: [(date: Date, text: String)] = []
    for value in try object.array("annotations") {
      let annotation = try JSONObject(value, object.place)
      let text = try annotation.string("description") ?? ""
      let date = try annotation.value("entry", MomentText.taskDate) ?? Date(timeIntervalSince1970: 0)
      lines.append((date, text == " " ? "" : text))
    }
    guard !lines.isEmpty else { return nil }
    // `sort` keeps the order of what is equal.
    lines.sort { $0.date < $1.date }
    return lines.map(\.text).joined(separator: "\n")
  }

  /// A list since Taskwarrior 2.6; before, one text with commas.
  private static func depends(_ object: JSONObject) throws(ExchangeError) -> [UUID] {
    var texts: [String] = []
    if case .string(let list)? = object.members["depends"] {
      texts = list.split(separator: ",").map(String.init)
    } else {
      texts = try object.strings("depends")
    }
    var ids: [UUID] = []
    for text in texts {
      guard let id = UUID(text: text) else { throw object.problem("depends") }
      ids.append(id)
    }
    return ids
  }
}
