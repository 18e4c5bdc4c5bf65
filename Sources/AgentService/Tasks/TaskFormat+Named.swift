internal import AgentAPI
internal import Exchange
internal import Localization

extension TaskFormat {
  /// The format of that name.
  static func named(_ name: String) throws(Failure) -> TaskFormat {
    if let format = TaskFormat(rawValue: name) { return format }
    let names = TaskFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw Failure(.usage, "There is no format \u{201C}\(name)\u{201D}.", hint: "There are: \(names).")
  }
}
