internal import Glibc

/// An entry of the desktop's autostart directories, as far as it decides whether anything is started (Desktop Entry Specification).
struct AutostartEntry {
  /// The longest file that is read, in bytes.
  private static let maximumByteCount = 64 << 10

  /// Whether a desktop starts it: it is neither deleted by its user (`Hidden`) nor switched off in GNOME's way.
  let isInForce: Bool
  /// Whether desktops that systemd starts leave it alone.
  let isLeftToSystemd: Bool

  /// Reads a file; nil for one that can't be read or is longer than any entry.
  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.maximumByteCount + 1)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0, count <= Self.maximumByteCount else { return nil }
    self.init(text: String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// Reads the group `Desktop Entry`.
  init(text: String) {
    var (isOurs, values) = (false, [Substring: Substring]())
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") {
        isOurs = line == "[Desktop Entry]"
      } else if isOurs, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
        values[Self.trimmed(line[..<equals])] = Self.trimmed(line[line.index(after: equals)...])
      }
    }
    isInForce =
      values["Type"] == "Application" && values["Exec"]?.isEmpty == false && values["Hidden"] != "true"
      && values["X-GNOME-Autostart-enabled"] != "false"
    isLeftToSystemd = values["X-systemd-skip"] == "true" || values["X-GNOME-HiddenUnderSystemd"] == "true"
  }

  /// What the desktop is to start at login.
  ///
  /// - Parameter program: the path of `vault`.
  static func text(starting program: String) -> String {
    """
    [Desktop Entry]
    Type=Application
    Name=Task vault agent
    Comment=Reminders and messages of the task vault
    Exec=\(quoted(program)) agent start --at-login
    TryExec=\(program.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\"))
    Icon=task-vault
    Terminal=false
    NoDisplay=true

    """
  }

  /// An argument of `Exec`: in quotes, which escape what a shell would take for something else; a percent sign stands doubled, and a
  /// backslash is one more time doubled by the file's own escapes.
  private static func quoted(_ argument: String) -> String {
    var result = "\""
    for character in argument {
      switch character {
      case "\"", "`", "$": result += "\\\\\(character)"
      case "\\": result += "\\\\\\\\"
      case "%": result += "%%"
      default: result.append(character)
      }
    }
    return result + "\""
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
