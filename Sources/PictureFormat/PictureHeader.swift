/// What a picture's first bytes say. Reading it decodes nothing: it takes time in proportion to the number of a JPEG's segments,
/// no memory, and looks at no byte that is not there.
public struct PictureHeader: Equatable, Sendable {
  /// Its kind.
  public let kind: PictureKind
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int

  /// Reads the header of a whole file, or of its beginning.
  ///
  /// - Throws: ``PictureProblem``.
  public init(_ bytes: [UInt8]) throws(PictureProblem) {
    let reader = HeaderReader(bytes: bytes)
    guard let kind = reader.kind else { throw .unknownKind }
    guard let (width, height) = reader.size(of: kind) else { throw .unreadable(kind) }
    guard Self.isTaken(width: width, height: height) else { throw .badSize(width: width, height: height) }
    (self.kind, self.width, self.height) = (kind, width, height)
  }

  /// Whether a picture may be so large.
  public static func isTaken(width: Int, height: Int) -> Bool {
    let sides = 1...PictureLimits.side
    return sides.contains(width) && sides.contains(height) && width * height <= PictureLimits.pixelCount
  }
}

/// Finds kind and size in bytes that nobody has checked.
private struct HeaderReader {
  let bytes: [UInt8]

  /// The kind, by the signature.
  var kind: PictureKind? {
    if has("\u{89}PNG\r\n\u{1A}\n", at: 0) { return .png }
    if has("\u{FF}\u{D8}\u{FF}", at: 0) { return .jpeg }
    if has("GIF87a", at: 0) || has("GIF89a", at: 0) { return .gif }
    return has("RIFF", at: 0) && has("WEBP", at: 8) ? .webp : nil
  }

  func size(of kind: PictureKind) -> (width: Int, height: Int)? {
    switch kind {
    case .png: sizeOfPNG
    case .jpeg: sizeOfJPEG
    case .gif: pair(littleEndian(2, at: 6), littleEndian(2, at: 8))
    case .webp: sizeOfWebP
    }
  }

  /// The first chunk is IHDR, with 13 bytes.
  private var sizeOfPNG: (Int, Int)? {
    guard bigEndian(4, at: 8) == 13, has("IHDR", at: 12) else { return nil }
    return pair(bigEndian(4, at: 16), bigEndian(4, at: 20))
  }

  /// From segment to segment up to the frame header. Each is at least two bytes long, so that the end comes.
  private var sizeOfJPEG: (Int, Int)? {
    var place = 2
    while true {
      guard byte(at: place) == 0xFF else { return nil }
      while byte(at: place) == 0xFF { place += 1 }
      guard let marker = byte(at: place), let length = bigEndian(2, at: place + 1), length >= 2 else { return nil }
      if Self.frameMarkers.contains(marker) {
        return pair(bigEndian(2, at: place + 6), bigEndian(2, at: place + 4))
      }
      // The picture's data, or its end, before its size.
      guard marker != 0xDA, marker != 0xD9 else { return nil }
      place += 1 + length
    }
  }

  /// SOF0 to SOF15, but for the three that are other things.
  private static let frameMarkers = Set<UInt8>(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])

  private var sizeOfWebP: (Int, Int)? {
    if has("VP8X", at: 12) {
      return pair(littleEndian(3, at: 24).map { $0 + 1 }, littleEndian(3, at: 27).map { $0 + 1 })
    }
    if has("VP8L", at: 12) {
      guard byte(at: 20) == 0x2F, let bits = littleEndian(4, at: 21) else { return nil }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard has("VP8 ", at: 12), has("\u{9D}\u{01}\u{2A}", at: 23) else { return nil }
    return pair(littleEndian(2, at: 26).map { $0 & 0x3FFF }, littleEndian(2, at: 28).map { $0 & 0x3FFF })
  }

  private func pair(_ width: Int?, _ height: Int?) -> (Int, Int)? {
    guard let width, let height else { return nil }
    return (width, height)
  }

  private func byte(at place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  /// Whether these bytes, written as Latin-1, stand there.
  private func has(_ text: StaticString, at place: Int) -> Bool {
    let expected = "\(text)".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return bytes.count >= place + expected.count && bytes[place..<place + expected.count].elementsEqual(expected)
  }

  private func bigEndian(_ count: Int, at place: Int) -> Int? {
    guard bytes.count >= place + count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private func littleEndian(_ count: Int, at place: Int) -> Int? {
    guard bytes.count >= place + count else { return nil }
    return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
