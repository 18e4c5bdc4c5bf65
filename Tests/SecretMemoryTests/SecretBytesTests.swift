import Glibc
import LinuxSystem
import SecretMemory
import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
  private func bytes(of secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }

  private func address(of secret: borrowing SecretBytes) -> UInt {
    secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  @Test("hold what they are given, in any number", arguments: [0, 1, 4095, 4096, 4097, 1 << 20])
  func content(count: Int) throws {
    let zeros = try SecretBytes(count: count)
    #expect(bytes(of: zeros) == [UInt8](repeating: 0, count: count))
    let pattern = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let secret = try SecretBytes(pattern)
    #expect(secret.count == count)
    #expect(secret.isEmpty == (count == 0))
    #expect(bytes(of: secret) == pattern)
    let copy = try secret.copy()
    #expect(bytes(of: copy) == pattern)
    #expect(address(of: copy) != address(of: secret))
  }

  @Test("a part is copied, and what a fill did not write is cut off")
  func parts() throws {
    let secret = try SecretBytes([1, 2, 3, 4, 5])
    let part = try secret.copy(1..<4)
    #expect(bytes(of: part) == [2, 3, 4])
    let cut = try SecretBytes(capacity: 100) { buffer -> Int in
      buffer.copyBytes(from: [7, 8])
      return 2
    }
    #expect(bytes(of: cut) == [7, 8])
    struct Refused: Error {}
    #expect(throws: Refused.self) { _ = try SecretBytes(capacity: 8) { _ throws(Refused) -> Int in throw Refused() } }
  }

  @Test("are equal when every byte is, and only then")
  func equality() throws {
    let content: [UInt8] = Array(0..<64)
    let secret = try SecretBytes(content)
    let same = try SecretBytes(content)
    let isSame = secret.isEqual(to: same)
    #expect(isSame)
    for bit in 0..<512 {
      var changed = content
      changed[bit / 8] ^= 1 << (bit % 8)
      let other = try SecretBytes(changed)
      let isEqual = secret.isEqual(to: other)
      #expect(!isEqual)
    }
    let shorter = try SecretBytes(Array(content.dropLast()))
    let isEqual = secret.isEqual(to: shorter)
    #expect(!isEqual)
  }

  @Test("the kernel leaves them out of dumps, wipes them in forks, and locks them when it says so")
  func kernelFlags() throws {
    let secret = try SecretBytes([1, 2, 3])
    let flags = try #require(MemoryMap.flags(at: address(of: secret)))
    #expect(flags.contains("dd"))
    #expect(flags.contains("wf"))
    #expect(flags.contains("lo") == secret.isLocked)
  }

  @Test("stand between pages that nobody can touch")
  func guardPages() throws {
    let secret = try SecretBytes(count: 4096)
    let start = address(of: secret)
    #expect(MemoryMap.permissions(at: start) == "rw-p")
    #expect(MemoryMap.permissions(at: start - 1) == "---p")
    #expect(MemoryMap.permissions(at: start + 4096) == "---p")
  }

  @Test("one byte behind the last page ends the process")
  func overrun() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV, SIG_DFL)
      try ProcessHardening.forbidDumps()
      let secret = try SecretBytes(count: 4096)
      secret.withUnsafeBytes { bytes in
        let beyond = bytes.baseAddress?.advanced(by: 4096).load(as: UInt8.self)
        print(beyond ?? 0)
      }
    }
  }

  @Test("one byte before the first ends the process")
  func underrun() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV, SIG_DFL)
      try ProcessHardening.forbidDumps()
      let secret = try SecretBytes(count: 4096)
      secret.withUnsafeBytes { bytes in
        let before = bytes.baseAddress?.advanced(by: -1).load(as: UInt8.self)
        print(before ?? 0)
      }
    }
  }

  @Test("are gone from memory once released")
  func released() async {
    // In a process of its own: no other thread can map something at the same address in between.
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV, SIG_DFL)
      try ProcessHardening.forbidDumps()
      var pointer: UnsafeRawPointer?
      do {
        let secret = try SecretBytes(count: 1 << 20)
        secret.withUnsafeBytes { pointer = $0.baseAddress }
      }
      print(pointer?.load(as: UInt8.self) ?? 0)
    }
  }

  @Test("a page that served before is all zeros when it serves again, and as well protected")
  func reused() throws {
    for round in 0..<100 {
      let filled = try SecretBytes([UInt8](repeating: UInt8(round + 1), count: 4096))
      let place = address(of: filled)
      #expect(
        try #require(MemoryMap.flags(at: place)).isSuperset(of: filled.isLocked ? ["dd", "wf", "lo"] : ["dd", "wf"]))
      _ = consume filled
      let next = try SecretBytes(count: 4096)
      #expect(bytes(of: next) == [UInt8](repeating: 0, count: 4096))
    }
  }

  @Test("a forked child sees zeros")
  func forked() throws {
    // Swift hides fork(2), as the child of a threaded process may hardly do anything; this one compares and exits.
    typealias Fork = @convention(c) () -> pid_t
    let symbol = try #require(dlsym(nil, "fork"))
    let fork = unsafeBitCast(symbol, to: Fork.self)
    let secret = try SecretBytes([UInt8](repeating: 0xA5, count: 64))
    var status: Int32 = 0
    secret.withUnsafeBytes { bytes in
      let child = fork()
      if child == 0 {
        var seen: UInt8 = 0
        for index in 0..<64 { seen |= bytes[index] }
        _exit(seen == 0 ? 42 : 43)
      }
      waitpid(child, &status, 0)
    }
    #expect(status >> 8 & 0xFF == 42)
    #expect(bytes(of: secret) == [UInt8](repeating: 0xA5, count: 64))
  }

  @Test("a shared secret stays until its last owner lets go")
  func shared() throws {
    var owner: SharedSecret? = SharedSecret(try SecretBytes([9, 9]))
    let second = owner
    owner = nil
    #expect(second?.bytes.withUnsafeBytes { Array($0) } == [9, 9])
  }
}
