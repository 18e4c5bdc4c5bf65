import Foundation
import ProcessTesting
import Testing

@testable import Pictures

/// The real picture process, and a directory of pictures for it.
final class PictureBench {
  let process: PictureProcess
  let directory: URL

  init() throws {
    process = PictureProcess(program: try #require(PictureProcess.find()))
    directory = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }  // a directory left behind fails no test

  /// A file with these bytes.
  func file(_ bytes: [UInt8]) throws -> String {
    let file = directory.appending(path: UUID().uuidString)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// What becomes of a picture.
  func output(_ task: PictureProcess.Task = .pixels(side: 512), of bytes: [UInt8]) async throws -> [UInt8] {
    let path = try file(bytes)
    defer { unlink(path) }
    return try await process.output(of: task, for: path)
  }

  /// A decoded picture.
  func pixels(_ bytes: [UInt8], side: Int = 512) async throws -> DecodedPicture {
    DecodedPicture(try await output(.pixels(side: side), of: bytes))
  }

  /// What Python writes to standard output.
  static func python(_ script: String) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }  // as above
    try ChildProcess.run(["python3", "-c", script, file.path], environment: ["PATH": "/usr/bin:/bin"])
    return [UInt8](try Data(contentsOf: file))
  }
}

/// What the picture process writes for `pixels`.
struct DecodedPicture {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  init(_ output: [UInt8]) {
    width = output.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    height = output.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    bytes = Array(output.dropFirst(8))
  }

  /// The colour of a pixel in a word: which light it has most of, or clear.
  func colour(_ x: Int, _ y: Int) -> String {
    let place = (y * width + x) * 4
    guard bytes[place + 3] > 127 else { return "clear" }
    let light = bytes[place..<place + 3]
    let strongest = light.max().flatMap { light.firstIndex(of: $0) } ?? place
    return ["red", "green", "blue"][strongest - place]
  }
}
