import Glibc
import Testing

@testable import LinuxSystem

@Suite("The kernel's own /proc")
struct ProcFileSystemTests {
  @Test("names this boot, and says that no clock is shifted here")
  func genuine() throws {
    let kernel = try ProcFileSystem()
    #expect(try kernel.bootIdentifier().utf8.count == 36)
    #expect(try kernel.bootIdentifier() == kernel.bootIdentifier())
    #expect(try !kernel.hasShiftedClocks())
    #expect(try kernel.link("self") == "\(getpid())")
  }

  @Test("is nothing but the root of a procfs", arguments: ["/tmp", "/proc/self", "/proc/sys", "/sys", "/nonexistent"])
  func others(path: String) {
    #expect(throws: SystemError.self) { _ = try ProcFileSystem(path: path) }
  }

  @Test("is left by no link and no parent, and is read with bounds")
  func bounds() throws {
    let kernel = try ProcFileSystem()
    for path in ["self/stat", "\(getpid())/exe", "../etc/hostname", "/etc/hostname", "\(getpid())/cwd/."] {
      #expect(throws: SystemError.self, "\(path)") { _ = try kernel.bytes(of: path, atMost: 4096) }
    }
    #expect(throws: SystemError(EFBIG)) { _ = try kernel.bytes(of: "sys/kernel/random/boot_id", atMost: 8) }
  }

  @Test(
    "an offset that is not zero, or is not told, is one",
    arguments: [
      "", "monotonic 0 0\n", "monotonic 0 0\nboottime 0 1\n", "monotonic 5 0\nboottime 0 0\n",
      "monotonic 0 0\nboottime 0 0\nother 0 0\n", "boottime 0 0\nmonotonic 0 0\n", "monotonic 0 0\nboottime -1 0\n",
    ])
  func offsets(text: String) {
    #expect(!ProcFileSystem.saysNone(text))
    #expect(ProcFileSystem.saysNone("monotonic           0         0\nboottime            0         0\n"))
  }
}

extension SystemError {
  fileprivate init(_ code: Int32) { self.init("read sys/kernel/random/boot_id", code: code) }
}
