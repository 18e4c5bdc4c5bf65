internal import Glibc

/// Colours and weights, only where a person looks at them.
public struct Style: Sendable {
  /// Whether control sequences are written.
  public let isColoured: Bool

  /// Decides for the output `descriptor`: a terminal that is not dumb, unless `NO_COLOR` is set to anything; or whatever
  /// it is, when `CLICOLOR_FORCE` is set to anything but 0.
  public init(descriptor: Int32, environment: [String: String]) {
    if let no = environment["NO_COLOR"], !no.isEmpty {
      isColoured = false
    } else if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" {
      isColoured = true
    } else {
      isColoured = isatty(descriptor) == 1 && environment["TERM"].map { !$0.isEmpty && $0 != "dumb" } ?? false
    }
  }

  /// A style that writes no control sequences, or always does.
  public init(isColoured: Bool) { self.isColoured = isColoured }

  /// As it is.
  public func plain(_ text: String) -> String { text }
  /// Heavier, for headings.
  public func bold(_ text: String) -> String { wrapped(text, "1") }
  /// Paler, for what matters less.
  public func dim(_ text: String) -> String { wrapped(text, "2") }
  /// Colours changed about, for what lies over something else.
  public func reversed(_ text: String) -> String { wrapped(text, "7") }
  /// Green, for what is well.
  public func good(_ text: String) -> String { wrapped(text, "32") }
  /// Yellow, for what wants attention.
  public func warning(_ text: String) -> String { wrapped(text, "33") }
  /// Red, for what is wrong.
  public func bad(_ text: String) -> String { wrapped(text, "31") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
