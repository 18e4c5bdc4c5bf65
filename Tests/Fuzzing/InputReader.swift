/// Takes an input apart, for a target that is given more than one value. Behind its end there are zeros, and runs are shorter.
struct InputReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A big-endian number of eight bytes.
  mutating func number() -> UInt64 { run(8).reduce(0) { $0 << 8 | UInt64($1) } }

  mutating func run(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A run with its length before it, in two bytes.
  mutating func measuredRun() -> [UInt8] {
    let length = Int(byte()) << 8 | Int(byte())
    return run(length)
  }
}
