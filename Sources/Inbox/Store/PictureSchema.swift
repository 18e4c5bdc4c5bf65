internal import FoundationEssentials
internal import GRDB

extension InboxSchema {
  /// `pictureOrigin` is the server that an item's picture is on, as the payload has it; empty for the one that the push came from, NULL
  /// for no picture. `opened` counts up: the greatest is of the item with a picture that the user opened last.
  static let pictures = """
    ALTER TABLE items ADD COLUMN pictureOrigin TEXT;
    ALTER TABLE items ADD COLUMN opened INTEGER;
    UPDATE items SET pictureOrigin = \(PictureFunction.name)(payload) WHERE payload IS NOT NULL;
    CREATE INDEX itemsPictured ON items(owner, sequence, pictureOrigin, opened) WHERE pictureOrigin IS NOT NULL;
    """
}

/// What migrations ask of stored payloads, as a function of SQL.
enum PictureFunction {
  static let name = "pictureOrigin"

  /// Where a payload's picture is; NULL for none.
  static let function = DatabaseFunction(name, argumentCount: 1, pure: true) { values in
    Data.fromDatabaseValue(values[0]).flatMap { PushPayload(String(decoding: $0, as: UTF8.self)).storedOrigin }
  }
}

extension PushPayload {
  /// Where its picture is, as it is stored: empty for the server that it came from; nil for no picture.
  var storedOrigin: String? { picture.map { $0.origin ?? "" } }
}
