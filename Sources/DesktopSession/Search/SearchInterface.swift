internal import DBus

/// GNOME's interface of what its search asks.
enum SearchInterface {
  static let description = """
    <node><interface name="org.gnome.Shell.SearchProvider2">
    <method name="GetInitialResultSet"><arg type="as" direction="in"/><arg type="as" direction="out"/></method>
    <method name="GetSubsearchResultSet"><arg type="as" direction="in"/><arg type="as" direction="in"/><arg type="as" direction="out"/></method>
    <method name="GetResultMetas"><arg type="as" direction="in"/><arg type="aa{sv}" direction="out"/></method>
    <method name="ActivateResult"><arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="u" direction="in"/></method>
    <method name="LaunchSearch"><arg type="as" direction="in"/><arg type="u" direction="in"/></method>
    </interface></node>
    """

  /// Asks for a name on the bus, if nobody has it: without waiting for it, and without giving it up to others.
  static func requestName(_ name: String) -> BusCall {
    BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      method: "RequestName", values: [.text(name), .number(4)])
  }

  /// What is asked.
  enum Question: Equatable, Sendable {
    case results([String])
    case metas([String])
    case open(String?)

    /// The answer that says nothing.
    var emptyAnswer: [BusArgument] {
      switch self {
      case .results: [.texts([])]
      case .metas: [.variantsList([])]
      case .open: []
      }
    }

    /// Reads a call. Of what is longer than any search is, nothing is found.
    ///
    /// - Returns: nil where it is none of the interface's.
    init?(_ method: String, _ arguments: [BusValue]) {
      switch method {
      case "GetInitialResultSet": self = .results(Self.words(arguments.first))
      // What was found before may have been locked since: it is looked for anew.
      case "GetSubsearchResultSet": self = .results(Self.words(arguments.last))
      case "GetResultMetas":
        self = .metas(Array((arguments.first?.texts ?? []).prefix(SearchProvider.maximumIDCount)))
      case "ActivateResult": self = .open(arguments.first?.text ?? "")
      case "LaunchSearch": self = .open(nil)
      default: return nil
      }
    }

    private static func words(_ value: BusValue?) -> [String] {
      let words = value?.texts ?? []
      let fits =
        words.count <= SearchProvider.maximumWordCount
        && words.allSatisfy { $0.utf8.count <= SearchProvider.maximumWordByteCount }
      return fits ? words : []
    }
  }
}
