internal import StrictJSON

extension JSONLimits {
  /// For one task.
  static let task = JSONLimits(depth: ExchangeLimits.maximumDepth, valueCount: ExchangeLimits.maximumValueCount)
}

extension ExchangeError {
  /// That a file is no JSON that is taken.
  init(_ error: JSONError) { self = .malformed(error.reason, FilePosition(line: error.line)) }

  /// Runs `body`, which reads JSON.
  static func ofJSON<Result>(_ body: () throws(JSONError) -> Result) throws(ExchangeError) -> Result {
    do { return try body() } catch { throw ExchangeError(error) }
  }
}

/// Reading files of tasks, whose errors are ``ExchangeError``.
extension JSONReader {
  /// Begins at a byte, which is on that line.
  init(tasks bytes: [UInt8], from start: Int, line: Int = 1) {
    self.init(bytes, from: start, line: line, limits: .task)
  }

  /// Reads an array's elements, each of which `body` has to read.
  mutating func eachElement(
    _ body: (inout JSONReader) throws(ExchangeError) -> Void
  ) throws(ExchangeError) {
    var isFirst = true
    while try ExchangeError.ofJSON({ () throws(JSONError) in try nextElement(&isFirst) }) { try body(&self) }
  }

  /// Reads an object's members, whose values `body` has to read.
  mutating func eachMember(
    _ body: (inout JSONReader, String) throws(ExchangeError) -> Void
  ) throws(ExchangeError) {
    var isFirst = true
    while let name = try ExchangeError.ofJSON({ () throws(JSONError) in try nextMember(&isFirst) }) {
      try body(&self, name)
    }
  }

  /// Reads a value that stands for itself.
  mutating func readValue() throws(ExchangeError) -> JSONValue {
    try ExchangeError.ofJSON { () throws(JSONError) in try value() }
  }

  /// Refuses anything but blanks up to the end.
  mutating func readEnd() throws(ExchangeError) {
    try ExchangeError.ofJSON { () throws(JSONError) in try expectEnd() }
  }

  /// Says that something is wrong here.
  mutating func refusal(_ reason: String) -> ExchangeError { ExchangeError(problem(reason)) }
}
