/// A line in the middle of the terminal.
public enum Centred {
  /// The lines that fill the screen, but for the one where the shell asks next, with a text in their middle; the text alone where
  /// there is no terminal. A text that is wider than the terminal begins at its left.
  ///
  /// - Parameter text: one line, escaped.
  public static func lines(_ text: String, rows: Int?, columns: Int?) -> [String] {
    guard let rows, let columns else { return [text] }
    let width = ScalarWidth.columns(of: text)
    let above = max(0, (rows - 1) / 2)
    let below = max(0, rows - 2 - above)
    let margin = String(repeating: " ", count: max(0, (columns - width) / 2))
    return Array(repeating: "", count: above) + [margin + text] + Array(repeating: "", count: below)
  }
}
