internal import AgentAPI
internal import Dispatch
internal import Glibc
internal import LinuxSystem
internal import PictureFormat

/// Decodes pictures of others, one after the other, in a process that can do nothing else.
struct PictureProcess: Sendable {
  /// Why nothing came of a picture.
  enum Problem: Error, Equatable {
    /// It can't be decoded: damaged, or too much work.
    case picture
    /// The program is missing or can't confine itself here.
    case program(String)
  }

  /// What is to be made of it.
  enum Task: Equatable, Sendable {
    /// Its pixels, no side longer than this.
    case pixels(side: Int)
    /// What a terminal has to be written.
    case drawing(PictureArea)

    var arguments: [String] {
      switch self {
      case .pixels(let side): ["pixels", "\(side)"]
      case .drawing(let area):
        ["draw"] + [area.columns, area.rows, area.cellWidth, area.cellHeight].map(String.init)
          + [area.hasUnicode ? "unicode" : "ascii"]
      }
    }

    /// Variables of the process; none of the agent's.
    var environment: [String: String] { if case .drawing(let area) = self { area.environment } else { [:] } }

    /// The most bytes that may come back.
    var outputLimit: Int {
      switch self {
      case .pixels(let side): 8 + side * side * 4
      case .drawing: 6 << 20
      }
    }
  }

  let program: String
  /// How long it may take, in seconds, whatever it does; its processor time is bounded besides.
  var seconds = 10.0
  private let queue = DispatchQueue(label: "vault.pictures", qos: .utility)

  init(program: String) { self.program = program }

  /// The program beside this one, or where `make install` puts it.
  static func find() -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let own = String(decoding: buffer[..<count], as: UTF8.self)
    let directory = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
    let places = ["", "/../libexec/vault", "/../lib/vault"].map { "\(directory)\($0)/vault-picture" }
    return places.first { access($0, X_OK) == 0 }
  }

  /// What the process makes of a picture.
  ///
  /// - Parameter path: the picture's file.
  func output(of task: Task, for path: String) async throws(Problem) -> [UInt8] {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result { () throws(Problem) in try run(task, path) })
      }
    }
    return try result.get()
  }

  private func run(_ task: Task, _ path: String) throws(Problem) -> [UInt8] {
    // As for ``PictureFile``: what stands there may be another's since it was looked at, and a pipe would hold up all pictures.
    let input = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard input >= 0 else { throw .program("\(SystemError("open"))") }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .picture }
    let child: AnsweringProcess
    do {
      child = try AnsweringProcess(program, task.arguments, environment: task.environment, input: input)
    } catch { throw .program("\(error)") }
    switch child.finish(atMost: task.outputLimit, until: .after(seconds: seconds)) {
    case (0, let output?): return output
    case (64, _), (71, _), (127, _): throw .program("vault-picture can't work here")
    default: throw .picture
    }
  }
}

/// The part of a terminal that a picture is drawn in, within bounds.
struct PictureArea: Equatable, Sendable {
  var columns: Int
  var rows: Int
  var cellWidth: Int
  var cellHeight: Int
  var hasUnicode: Bool
  var environment: [String: String]

  /// The most pixels of an area, across and down: 4 MiB once they are written to a terminal.
  static let largest = (width: 1024, height: 768)
}

extension PictureArea {
  /// A terminal within bounds, whatever it says of itself.
  init(_ shape: TerminalShape) {
    let cellWidth = min(max(shape.cellWidth ?? 10, 4), 64)
    let cellHeight = min(max(shape.cellHeight ?? 20, 8), 128)
    self.init(
      columns: min(max(shape.columns, 1), Self.largest.width / cellWidth),
      rows: min(max(shape.rows, 1), Self.largest.height / cellHeight),
      cellWidth: cellWidth, cellHeight: cellHeight, hasUnicode: shape.hasUnicode,
      environment: TerminalShape(columns: 1, rows: 1, hasUnicode: true, environment: shape.environment).environment)
  }
}
