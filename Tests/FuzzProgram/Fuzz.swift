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
    target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
#else
  /// Without a fuzzer: lists the targets and how long their inputs may be.
  @main
  struct Fuzz {
    static func main() { for target in FuzzTarget.all { print(target.name, target.maximumByteCount) } }
  }
#endif
