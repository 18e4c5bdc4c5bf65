import PictureFormat
import Testing

@Suite("Headers of pictures")
struct PictureHeaderTests {
  @Test("kind and size are read from the first bytes of each kind")
  func kinds() throws {
    for (bytes, kind) in HeaderSample.all {
      let header = try PictureHeader(bytes)
      #expect(header.kind == kind && header.width == 300 && header.height == 200, "\(kind)")
    }
  }

  @Test("a JPEG's size is found behind segments and fill bytes")
  func segments() throws {
    let comment = [UInt8]([0xFF, 0xFE, 0xFF, 0xFF]) + [UInt8](repeating: 0xFF, count: 0xFFFD)
    let header = try PictureHeader([0xFF, 0xD8] + comment + [0xFF, 0xFF] + HeaderSample.frame)
    #expect(header.width == 300 && header.height == 200)
  }

  @Test("a file cut off anywhere before its size is told so, and is never read beyond its end")
  func truncation() throws {
    for (bytes, kind) in HeaderSample.all {
      for count in 0..<bytes.count - 1 {
        let problem = #expect(throws: PictureProblem.self) { try PictureHeader(Array(bytes.prefix(count))) }
        #expect(problem == .unknownKind || problem == .unreadable(kind), "\(kind) \(count)")
      }
    }
  }

  @Test("a picture without pixels or with too many is refused by what it says of itself")
  func sizes() {
    let sizes = [(50_000, 50_000), (8193, 1), (8000, 8000), (0, 10), (10, 0), (0x7FFF_FFFF, 0x7FFF_FFFF)]
    for (width, height) in sizes {
      #expect(throws: PictureProblem.badSize(width: width, height: height)) {
        try PictureHeader(HeaderSample.png(width, height))
      }
    }
    #expect(throws: Never.self) { try PictureHeader(HeaderSample.png(8192, 4882)) }
  }

  @Test("what only looks like a picture by its name is none")
  func others() {
    for text in ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "BM0000", "%PDF-1.7", "RIFF....WAVEfmt ", "GIF88a"] {
      #expect(throws: PictureProblem.unknownKind) { try PictureHeader(Array(text.utf8)) }
    }
  }

  @Test("whatever the bytes are, reading ends with a size that is taken or with a problem")
  func fuzz() {
    var random = SeededGenerator(seed: 19)
    for round in 0..<20_000 {
      var (bytes, _) = HeaderSample.all[round % HeaderSample.all.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count + 20, using: &random)))
      do {
        let header = try PictureHeader(bytes)
        #expect(PictureHeader.isTaken(width: header.width, height: header.height))
      } catch { continue }
    }
  }
}

/// The first bytes of pictures of 300 × 200 pixels.
enum HeaderSample {
  static let all: [([UInt8], PictureKind)] = [
    (png(300, 200), .png), ([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2] + frame, .jpeg), (gif, .gif), (lossy, .webp),
    (lossless, .webp), (extended, .webp),
  ]

  static func png(_ width: Int, _ height: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width) + big(height)
  }

  /// The frame header of a JPEG.
  static let frame: [UInt8] = [0xFF, 0xC2, 0, 17, 8, 0, 200, 1, 44]

  private static let gif = Array("GIF89a".utf8) + [44, 1, 200, 0]
  private static let riff = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
  private static let size: [UInt8] = [0, 0, 0, 0]
  private static let lossy =
    riff + Array("VP8 ".utf8) + size + [0, 0, 0, 0x9D, 0x01, 0x2A, 44, 1, 200, 0]
  private static let lossless: [UInt8] = {
    let bits = UInt32(299) | 199 << 14
    return riff + Array("VP8L".utf8) + size + [0x2F] + (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
  }()
  private static let extended = riff + Array("VP8X".utf8) + size + [0, 0, 0, 0, 43, 1, 0, 199, 0, 0]

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
