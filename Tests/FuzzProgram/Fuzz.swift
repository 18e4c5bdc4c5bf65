internal import Fuzzing
internal import Glibc

#if FUZZING
/// What libFuzzer is to try: the target that the environment names.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget.named(name) else { fatalError("FUZZ_TARGET names no target") }
  return target
}()

/// libFuzzer calls this with one input after another.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)), .brief)
  return 0
}
#else
internal import FoundationEssentials

/// Without a fuzzer: `vault-fuzz TARGET FILE ...` tries these inputs once each.
@main
struct Fuzz {
  static func main() throws {
    guard CommandLine.arguments.count > 1, let target = FuzzTarget.named(CommandLine.arguments[1]) else {
      return print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    }
    for path in CommandLine.arguments.dropFirst(2) {
      target.run(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    }
  }
}
#endif
