/// The kinds of pictures that the vault knows, each told by its first bytes and never by a name or what somebody says.
public enum PictureKind: String, CaseIterable, Sendable {
  /// Portable Network Graphics (ISO/IEC 15948).
  case png
  /// JPEG (ISO/IEC 10918-1).
  case jpeg
  /// Graphics Interchange Format, 87a or 89a.
  case gif
  /// WebP (RFC 9649).
  case webp

  /// Its media type, for instance `image/png`.
  public var mediaType: String { "image/\(rawValue)" }

  /// How the names of such files end, without a dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// The kind of a media type; nil for any other.
  public init?(mediaType: String) {
    guard let kind = Self.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
    self = kind
  }
}

/// What a picture may be at most, so that decoding it takes bounded memory and time.
public enum PictureLimits {
  /// The bytes of its file: 5 MiB.
  public static let byteCount = 5 << 20
  /// The pixels of a side.
  public static let side = 8192
  /// The pixels of all: 40 million, 160 MB once decoded.
  public static let pixelCount = 40_000_000
}

/// Why something is no picture that the vault takes.
public enum PictureProblem: Error, Equatable, Sendable {
  /// It is none of the kinds.
  case unknownKind
  /// It begins like one, but does not say how large it is, or is cut off before it does.
  case unreadable(PictureKind)
  /// It has no pixels, or more than ``PictureLimits``.
  case badSize(width: Int, height: Int)
}

extension PictureProblem: CustomStringConvertible {
  /// In words, for instance `it is not a PNG, JPEG, GIF or WebP`.
  public var description: String {
    switch self {
    case .unknownKind: "it is not a PNG, JPEG, GIF or WebP"
    case .unreadable(let kind): "it begins like a picture of the type \(kind.mediaType), but can't be read"
    case .badSize(let width, let height):
      "it has \(width) × \(height) pixels; a side has 1 to \(PictureLimits.side), all together at most "
        + "\(PictureLimits.pixelCount / 1_000_000) million"
    }
  }
}
