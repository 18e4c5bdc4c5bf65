import Foundation
import PictureFormat
import ProcessTesting
import Testing

@testable import Pictures

@Suite("The picture process")
struct PictureProcessTests {
  private let bench: PictureBench

  init() throws { bench = try PictureBench() }

  private static let whole: [(String, [UInt8])] = [
    ("PNG", SmallPictures.png), ("JPEG", SmallPictures.jpeg), ("progressive JPEG", SmallPictures.progressiveJPEG),
    ("JPEG for print", SmallPictures.printJPEG), ("GIF", SmallPictures.gif), ("moving GIF", SmallPictures.animatedGIF),
    ("interlaced GIF", SmallPictures.interlacedGIF), ("WebP", SmallPictures.webp),
    ("lossless WebP", SmallPictures.losslessWebP), ("moving WebP", SmallPictures.animatedWebP),
  ]

  @Test("every kind is decoded; of what moves the first frame", arguments: whole)
  func kinds(_ name: String, _ bytes: [UInt8]) async throws {
    let picture = try await bench.pixels(bytes)
    #expect(picture.width == 24 && picture.height == 16)
    #expect(picture.colour(2, 2) == "red" && picture.colour(10, 14) == "red")
    #expect(picture.colour(14, 2) == "blue" && picture.colour(22, 14) == "blue")
  }

  @Test("what is clear stays so")
  func transparency() async throws {
    for bytes in [SmallPictures.clearPNG, SmallPictures.clearGIF] {
      let picture = try await bench.pixels(bytes)
      #expect(picture.colour(2, 2) == "red" && picture.colour(20, 8) == "clear")
    }
  }

  @Test("a picture is made smaller by means of its pixels, and no smaller than wanted")
  func scaling() async throws {
    for (name, bytes) in Self.whole {
      let picture = try await bench.pixels(bytes, side: 12)
      #expect(picture.width == 12 && picture.height == 8, "\(name)")
      #expect(picture.colour(1, 4) == "red" && picture.colour(10, 4) == "blue", "\(name)")
    }
  }

  @Test("a file that is cut off anywhere is refused or shown as far as it goes, and harms nothing")
  func truncation() async throws {
    for (_, bytes) in Self.whole {
      for part in 1..<6 {
        do { _ = try await bench.pixels(Array(bytes.prefix(bytes.count * part / 6))) } catch {
          #expect(error as? PictureProcess.Problem == .picture)
        }
      }
    }
  }

  @Test("whatever the bytes are, what comes back are pixels or a refusal")
  func fuzz() async throws {
    var random = SeededGenerator(seed: 19)
    for round in 0..<120 {
      var bytes = Self.whole[round % Self.whole.count].1
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let picture = try await bench.pixels(bytes)
        #expect(picture.bytes.count == picture.width * picture.height * 4)
      } catch { #expect(error as? PictureProcess.Problem == .picture) }
    }
  }

  @Test("bombs of pixels, frames and blocks cost a refusal, or bounded time")
  func bombs() async throws {
    for (width, height) in [(50_000, 50_000), (8192, 8192)] {
      let bomb = try PictureBench.python(Self.script(width: width, height: height, rows: 16))
      #expect(bomb.count < 1 << 20)
      await #expect(throws: PictureProcess.Problem.picture) { try await bench.pixels(bomb) }
    }
    let start = ContinuousClock.now
    let moving = try await bench.pixels(try PictureBench.python(Self.movingGIF))
    #expect(moving.width == 24 && moving.colour(2, 2) == "red")
    let blocks = try PictureBench.python(Self.blocksGIF)
    await #expect(throws: PictureProcess.Problem.picture) { try await bench.pixels(blocks) }
    #expect(ContinuousClock.now - start < .seconds(90))
  }

  @Test("the largest picture that is taken fits into the bound on memory")
  func largest() async throws {
    let large = try PictureBench.python(Self.script(width: 8000, height: 5000, rows: 5000))
    do { #expect(try await bench.pixels(large, side: 64).width == 64) } catch {
      // A debug build may need more than the seconds it has.
      #expect(error as? PictureProcess.Problem == .picture)
    }
  }

  @Test("one that takes too long or writes too much is ended")
  func deadline() async throws {
    let path = try bench.file(SmallPictures.png)
    var slow = PictureProcess(program: "/bin/sleep")
    slow.seconds = 0.2
    let start = ContinuousClock.now
    // `sleep pixels 512` would end by itself.
    await #expect(throws: PictureProcess.Problem.self) { try await slow.output(of: .pixels(side: 512), for: path) }
    let endless = PictureProcess(program: try script("#!/bin/sh\nexec cat /dev/zero\n"))
    await #expect(throws: PictureProcess.Problem.picture) {
      try await endless.output(of: .pixels(side: 512), for: path)
    }
    var silent = PictureProcess(program: try script("#!/bin/sh\nexec sleep 100\n"))
    silent.seconds = 0.2
    await #expect(throws: PictureProcess.Problem.picture) {
      try await silent.output(of: .pixels(side: 512), for: path)
    }
    #expect(ContinuousClock.now - start < .seconds(90))
  }

  @Test("a missing program is told apart from a bad picture")
  func missing() async throws {
    let process = PictureProcess(program: "/nowhere/vault-picture")
    let path = try bench.file(SmallPictures.png)
    await #expect(throws: PictureProcess.Problem.self) { try await process.output(of: .pixels(side: 5), for: path) }
  }

  private func script(_ text: String) throws -> String {
    let (source, path) = (try bench.file(Array(text.utf8)), bench.directory.appending(path: UUID().uuidString).path)
    // What this process had open for writing may still be open in the child of another test, and could not be run then.
    try ChildProcess.run(["install", "--mode=700", source, path], environment: ["PATH": "/usr/bin:/bin"])
    return path
  }

  /// A PNG of one colour, of which so many rows are there.
  private static func script(width: Int, height: Int, rows: Int) -> String {
    """
    import zlib, struct, sys
    def chunk(n, d): return struct.pack('>I', len(d)) + n + d + struct.pack('>I', zlib.crc32(n + d))
    z = zlib.compressobj(9)
    data = b''.join(z.compress(bytes(\(width) * 3 + 1)) for _ in range(\(rows))) + z.flush()
    open(sys.argv[1], 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', \(width), \(height), 8, 2, 0, 0, 0))
      + chunk(b'IDAT', data) + chunk(b'IEND', b''))
    """
  }

  /// A GIF with more frames than anybody has time for.
  private static var movingGIF: String {
    """
    import base64, sys
    gif = base64.b64decode('\(Data(SmallPictures.gif).base64EncodedString())')
    frame = gif[gif.index(b',', 13):-1]
    open(sys.argv[1], 'wb').write(gif[:-1] + frame * ((5 << 20) // len(frame) - 2) + b';')
    """
  }

  /// A GIF of nothing but comments.
  private static var blocksGIF: String {
    """
    import sys
    open(sys.argv[1], 'wb').write(b'GIF89a\\x18\\0\\x10\\0\\0\\0\\0' + b'!\\xfe\\x01x\\0' * 1000000)
    """
  }
}
