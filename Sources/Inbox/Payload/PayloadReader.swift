internal import CivilTime
internal import FoundationEssentials
internal import ServerAPI
internal import StrictJSON

/// Reads payloads.
enum PayloadReader {
  /// No payload needs more: `aps.alert` is three deep.
  private static let limits = JSONLimits(depth: 16, valueCount: 1024, numberByteCount: 32)

  static func read(_ text: String, into payload: inout PushPayload) {
    guard text.utf8.count <= ServerLimits.payloadByteCount else {
      return refuse("it has more than \(ServerLimits.payloadByteCount) bytes", &payload)
    }
    do throws(JSONError) {
      guard case .object(let members) = try value(text) else { return refuse("it is not a JSON object", &payload) }
      var fields = PayloadFields(ForeignPayload.inFormOfAPNs(members) ?? members)
      readAps(&fields, into: &payload)
      readOwn(&fields, into: &payload)
      payload.problems = fields.problems
    } catch { refuse("it is not JSON: \(error.reason)", &payload) }
  }

  private static func value(_ text: String) throws(JSONError) -> JSONValue {
    var reader = JSONReader(Array(text.utf8), limits: limits)
    let value = try reader.value()
    try reader.expectEnd()
    return value
  }

  private static func refuse(_ reason: String, _ payload: inout PushPayload) {
    payload.problems = [reason]
    payload.isUnreadable = true
  }

  /// What APNs has.
  private static func readAps(_ fields: inout PayloadFields, into payload: inout PushPayload) {
    guard let members = fields.object("aps") else { return }
    var aps = PayloadFields(members)
    payload.alert = alert(&aps)
    payload.category = aps.text("category")
    payload.badge = aps.wholeNumber("badge")
    payload.sound = sound(&aps)
    payload.threadID = aps.text("thread-id")
    payload.interruption = interruption(&aps)
    let isForBackground = aps.wholeNumber("content-available", in: 0...1) == 1
    payload.isSilent = isForBackground && payload.alert == nil
    fields.problems += aps.problems
  }

  private static func alert(_ aps: inout PayloadFields) -> PushAlert? {
    guard case .object(let members)? = aps["alert"] else { return aps.text("alert").map { PushAlert(body: $0) } }
    var fields = PayloadFields(members)
    let alert = PushAlert(
      title: fields.text("title") ?? untranslated("title-loc", &fields),
      subtitle: fields.text("subtitle") ?? untranslated("subtitle-loc", &fields),
      body: fields.text("body") ?? untranslated("loc", &fields))
    aps.problems += fields.problems
    return alert
  }

  /// What stands for a text in the tables of the sender's own application, which is not here: its key, and what would be put into it.
  private static func untranslated(_ name: String, _ fields: inout PayloadFields) -> String? {
    guard let key = fields.text("\(name)-key") else { return nil }
    guard case .array(let values)? = fields["\(name)-args"] else { return key }
    let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return texts.isEmpty ? key : "\(key): \(texts.joined(separator: ", "))"
  }

  private static func interruption(_ aps: inout PayloadFields) -> InterruptionLevel {
    guard let word = aps.text("interruption-level") else { return .active }
    if let level = InterruptionLevel(rawValue: word) { return level }
    aps.problem("interruption-level", "is none that is known")
    return .active
  }

  /// A critical alert has an object in place of the name, with a volume that may be nothing.
  private static func sound(_ aps: inout PayloadFields) -> String? {
    guard case .object(let members)? = aps["sound"] else { return aps.text("sound") }
    var fields = PayloadFields(members)
    let name = fields.text("name")
    aps.problems += fields.problems
    if case .number(let volume)? = fields["volume"], Double(volume) == 0 { return nil }
    return name
  }

  /// What is the vault's.
  private static func readOwn(_ fields: inout PayloadFields, into payload: inout PushPayload) {
    payload.message = message(&fields)
    payload.notify = fields.flag("notify")
    readDue(&fields, into: &payload)
    payload.kind = fields.text("kind").map { PushKind($0) } ?? .implied(by: payload)
    if payload.kind == .decision, let text = fields.text("proposal") {
      payload.proposal = UUID(uuidString: text)
      if payload.proposal == nil { fields.problem("proposal", "is not the id of a push") }
    }
    if payload.kind == .comment || payload.kind == .like { payload.subject = subject(&fields) }
    if let text = fields.text("image") {
      payload.picture = PushPicture(text)
      if payload.picture == nil { fields.problem("image", "names no picture of the vault's own server") }
    }
    // Somebody meant it to be asked for: that it can't be read must not make it easier.
    payload.needsVerification = fields.flag("verify") ?? (fields["verify"] != nil)
    // Nothing to say, with or without a number for the icon: data for a program. What can't be read is said.
    if fields["kind"] == nil, payload.kind == .notice, payload.alert == nil {
      payload.hasNothing =
        !payload.isSilent && payload.badge == nil && payload.sound == nil && payload.picture == nil
        && fields.problems.isEmpty
      payload.isSilent = payload.isSilent || payload.badge != nil || payload.hasNothing
    }
  }

  private static func readDue(_ fields: inout PayloadFields, into payload: inout PushPayload) {
    switch fields["due"] {
    case nil: return
    case .string(let text): payload.due = MomentText.date(text, .extended)
    case .number(let text): payload.due = Double(text).flatMap(MomentText.date(secondsSince1970:))
    default: break
    }
    payload.hasUnreadableDue = payload.due == nil
    if payload.due == nil {
      fields.problem("due", "is neither a date with a time and a zone nor a number of seconds since 1970")
    }
    if let due = payload.due { payload.dueDay = day(&fields, of: due) }
  }

  /// The day of a due date that is one without a time.
  private static func day(_ fields: inout PayloadFields, of due: Date) -> CivilDate? {
    guard let text = fields.text("day") else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]),
      let month = Int(parts[1]).flatMap(Month.init(rawValue:)),
      let number = Int(parts[2]), let day = CivilDate(year: year, month: month, day: number), day.description == text
    else {
      fields.problem("day", "is no day like 2027-01-22")
      return nil
    }
    // What is shown where no day is read must not be another one.
    let days = [-1, 1].map { LocalZone.utc.dateTime(at: due.addingTimeInterval($0 * greatestOffset)).date.dayNumber }
    guard (days[0]...days[1]).contains(day.dayNumber) else {
      fields.problem("day", "is not that of “due”")
      return nil
    }
    return day
  }

  /// No zone is farther from UTC, in seconds.
  private static let greatestOffset: TimeInterval = 14 * 3600

  /// Exactly one of both, with exactly their members.
  private static func subject(_ fields: inout PayloadFields) -> FeedbackSubject? {
    guard let members = fields.object("subject") else { return nil }
    let subject: FeedbackSubject? =
      switch (members.names.count, members["push"], members["message"]) {
      case (1, .string(let push)?, nil): UUID(uuidString: push).map { .push($0) }
      case (1, nil, .object(let message)?): Self.message(message)
      default: nil
      }
    if subject == nil { fields.problem("subject", "names neither a push nor a message") }
    return subject
  }

  private static func message(_ members: JSONMembers) -> FeedbackSubject? {
    guard members.names.count == 2, case .string(let text)? = members["user"], let user = UUID(uuidString: text),
      case .number(let number)? = members["sequence"], let sequence = Int64(number),
      (1...SequenceNumber.greatest).contains(sequence)
    else { return nil }
    return .message(user: user, sequence: sequence)
  }

  private static func message(_ fields: inout PayloadFields) -> PushMessage? {
    guard let value = fields["jsondata"] else { return nil }
    if let message = exactMessage(value) { return message }
    if case .string(let text) = value, let inner = try? Self.value(text), let message = exactMessage(inner) {
      return message
    }
    fields.problem("jsondata", "is not exactly “id”, “message” and “sendername”")
    return nil
  }

  /// Exactly the three members, of exactly their types.
  private static func exactMessage(_ value: JSONValue) -> PushMessage? {
    guard case .object(let members) = value, members.names.count == 3, case .number(let number)? = members["id"],
      let id = Int32(number), case .string(let text)? = members["message"],
      case .string(let senderName)? = members["sendername"]
    else { return nil }
    return PushMessage(id: id, text: text, senderName: senderName)
  }
}
