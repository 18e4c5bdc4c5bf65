internal import LinuxSystem
internal import SecretMemory

/// A protected text with its steps, as people write and read it: the text, then a line for each step, `- [ ] step` or
/// `- [x] step`. All of it stays in secret memory.
struct ChecklistText {
  /// One step.
  struct Step {
    let name: SharedSecret
    let isDone: Bool
  }

  /// The text without its steps.
  let body: SharedSecret
  /// The steps, in their order.
  let steps: [Step]

  init(body: SharedSecret, steps: [Step]) {
    self.body = body
    self.steps = steps
  }

  /// Reads a text: every line that begins with `- ` is a step, the rest is the text. Empty steps are left out.
  init(parsing text: borrowing SecretBytes) throws(SystemError) {
    let lines = text.withUnsafeBytes { Self.lines(of: $0) }
    var steps: [Step] = []
    for line in lines where line.isStep && !line.content.isEmpty {
      steps.append(Step(name: SharedSecret(try text.copy(line.content)), isDone: line.isDone))
    }
    self.steps = steps
    guard lines.contains(where: \.isStep) else {
      body = SharedSecret(try text.copy())
      return
    }
    body = SharedSecret(try Self.joined(lines.filter { !$0.isStep }.map(\.content), of: text))
  }

  /// The text with its steps, as ``init(parsing:)`` reads it; without steps exactly the text.
  func joined() throws(SystemError) -> SecretBytes {
    guard !steps.isEmpty else { return try body.bytes.copy() }
    let count = steps.reduce(body.bytes.count + 1) { $0 + Self.openMark.count + $1.name.bytes.count + 1 }
    return try SecretBytes(count: count) { buffer in
      var rest = buffer[...]
      Self.append(body.bytes, to: &rest)
      Self.append([Self.newline], to: &rest)
      for step in steps {
        Self.append(step.isDone ? Self.doneMark : Self.openMark, to: &rest)
        Self.append(step.name.bytes, to: &rest)
        Self.append([Self.newline], to: &rest)
      }
    }
  }
}

extension ChecklistText {
  /// Where a line's content stands, and what the line is.
  private struct Line {
    var content: Range<Int>
    var isStep = false
    var isDone = false
  }

  private static let newline = UInt8(ascii: "\n")
  private static let openMark = Array("- [ ] ".utf8)
  private static let doneMark = Array("- [x] ".utf8)
  private static let dash = Array("- ".utf8)

  private static func lines(of bytes: UnsafeRawBufferPointer) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: newline) ?? bytes.count
      lines.append(line(start..<end, of: bytes))
      start = end + 1
    }
    return lines
  }

  private static func line(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) -> Line {
    for (mark, isDone) in [(doneMark, true), (openMark, false), (dash, false)] where bytes[range].starts(with: mark) {
      return Line(content: (range.lowerBound + mark.count)..<range.upperBound, isStep: true, isDone: isDone)
    }
    return Line(content: range)
  }

  /// The lines with a newline between two of them.
  private static func joined(_ ranges: [Range<Int>], of text: borrowing SecretBytes) throws(SystemError) -> SecretBytes
  {
    let count = ranges.reduce(max(0, ranges.count - 1)) { $0 + $1.count }
    return try text.withUnsafeBytes { (bytes) throws(SystemError) in
      try SecretBytes(count: count) { buffer in
        var rest = buffer[...]
        for (index, range) in ranges.enumerated() {
          if index > 0 { append([newline], to: &rest) }
          append(UnsafeRawBufferPointer(rebasing: bytes[range]), to: &rest)
        }
      }
    }
  }

  private static func append(_ secret: borrowing SecretBytes, to rest: inout UnsafeMutableRawBufferPointer.SubSequence)
  {
    secret.withUnsafeBytes { append($0, to: &rest) }
  }

  private static func append(
    _ bytes: some Collection<UInt8>, to rest: inout UnsafeMutableRawBufferPointer.SubSequence
  ) {
    UnsafeMutableRawBufferPointer(rebasing: rest).copyBytes(from: bytes)
    rest = rest.dropFirst(bytes.count)
  }
}
