/// What a picture's file is called unless the person says otherwise.
public enum PictureFileName {
  /// The most characters of a title in it.
  private static let maximumCount = 60

  /// A name made of the item's title, in which nothing leads to another directory or hides the file, and of the ending of its kind.
  ///
  /// - Parameter type: its media type, for instance `image/png`.
  public static func text(title: String, type: String) -> String {
    let shown = title.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: " "
      default: "/\\:".unicodeScalars.contains(scalar) ? " " : Character(scalar)
      }
    }
    let words = String(shown).split(separator: " ").filter { !$0.allSatisfy(isLeading) }.joined(separator: " ")
      .drop(while: isLeading)
    let name = String(words.prefix(maximumCount)).trimmed
    return "\(name.isEmpty ? "picture" : name).\(ending(of: type))"
  }

  /// Dots hide a file or lead up, and a dialog takes `~` for somebody's home.
  private static func isLeading(_ character: Character) -> Bool { character == "." || character == "~" }

  private static func ending(of type: String) -> String {
    switch type {
    case "image/jpeg": "jpg"
    case "image/gif": "gif"
    case "image/webp": "webp"
    default: "png"
    }
  }
}
