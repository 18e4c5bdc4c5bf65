/// Figures as Prometheus reads them: the text format, version 0.0.4.
struct MetricsText {
  /// The media type.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// What a figure is.
  enum Kind: String { case counter, gauge, histogram }

  /// The text so far.
  private(set) var text = ""

  /// A figure with its values; nothing where there are none.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
  ) {
    guard !samples.isEmpty else { return }
    begin(name, kind, help)
    for sample in samples { add(name, sample.labels, sample.value) }
  }

  /// A figure with one value.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    add(name, kind, help, [([], value)])
  }

  /// Says what the samples that follow are.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// One sample.
  mutating func add(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let pairs = labels.map { #"\#($0.0)="\#(Self.escaped($0.1))""# }.joined(separator: ",")
    text += name + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(Self.number(value))\n"
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += #"\\"#
      case "\"": escaped += #"\""#
      case "\n": escaped += #"\n"#
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
