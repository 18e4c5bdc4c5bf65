import Foundation
import Glibc
import LinuxSystem
import ProcessTesting
import Testing

@Suite("Programs in the background")
struct BackgroundProcessTests {
  private func start(_ seconds: String) throws -> Int32 {
    try BackgroundProcess.start("/bin/sleep", arguments: [seconds], environment: [:], log: nil)
  }

  @Test("that nobody waits for do not stay as zombies")
  func left() throws {
    let pid = try start("60")
    BackgroundProcess.leave(pid)
    #expect(kill(pid, 0) == 0)
    kill(pid, SIGKILL)
    // A zombie could still be sent a signal.
    try waitUntil("it is gone") { kill(pid, 0) != 0 && errno == ESRCH }
  }

  @Test("that somebody waits for tell how they have ended")
  func waitedFor() throws {
    let pid = try start("60")
    kill(pid, SIGKILL)
    var status: Int32 = 0
    #expect(waitpid(pid, &status, 0) == pid && status & 0x7F == SIGKILL)
  }
}
