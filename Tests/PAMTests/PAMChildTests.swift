internal import Foundation
internal import Glibc
internal import ProcessTesting
internal import SecretMemory
internal import Synchronization
internal import Testing

@testable internal import OwnerVerification

@Suite("PAM: children that misbehave")
struct PAMChildTests {
  @Test("a module that hangs is killed at the deadline")
  func hangingModule() async throws {
    let directory = try ServiceDirectory(
      "auth required pam_exec.so quiet /bin/sleep 20", "account required pam_permit.so")
    // Not killed, the module would let the person in after its twenty seconds.
    await #expect(throws: PAMError(.timedOut, "")) {
      try await directory.verify(deadline: .milliseconds(700)) { _ in nil }
    }
    #expect(Processes.children(of: directory.service).isEmpty)
  }

  @Test("nobody who answers: the deadline ends the verification and the conversation")
  func nobodyAnswers() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    await #expect(throws: PAMError(.timedOut, "")) {
      try await directory.verify(deadline: .milliseconds(700)) { _ in await neverAnswer() }
    }
    #expect(Processes.children(of: directory.service).isEmpty)
  }

  @Test("cancelling the caller ends the child and the conversation")
  func cancelled() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    let (asked, announce) = AsyncStream<Void>.makeStream()
    let verification = Task { () async -> PAMError.Code? in
      do throws(PAMError) {
        try await directory.verify { _ in
          announce.yield()
          return await neverAnswer()
        }
      } catch { return error.code }
      return nil
    }
    for await _ in asked { break }
    #expect(Processes.children(of: directory.service).count == 1)
    verification.cancel()
    #expect(await verification.value == .cancelled)
    #expect(Processes.children(of: directory.service).isEmpty)
  }

  @Test("a child that dies in mid-conversation fails the verification at once")
  func childDies() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    await #expect(throws: PAMError(.childFailed, "")) {
      try await directory.verify { _ in
        for pid in Processes.children(of: directory.service) { kill(pid, SIGKILL) }
        return await neverAnswer()
      }
    }
  }

  @Test("the child at its prompt: no core, no new-privileges flag left alone, one descriptor, a bare environment")
  func childIsProtected() async throws {
    setenv("VAULT_PAM_TEST_MARK", "must not travel", 1)
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    let seen = Mutex<[String: String]>([:])
    try await directory.verify { _ in
      for pid in Processes.children(of: directory.service) {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
        seen.withLock {
          $0 = [
            "limits": Processes.text(pid, "limits"), "status": Processes.text(pid, "status"),
            "environ": Processes.text(pid, "environ"), "fd": descriptors.sorted().joined(separator: " "),
            "owner": "\((try? FileManager.default.attributesOfItem(atPath: "/proc/\(pid)/fd")[.ownerAccountID]) ?? "")",
          ]
        }
      }
      return secret(Array("opensesame".utf8))
    }
    let found = seen.withLock { $0 }
    let core = found["limits"]?.split(separator: "\n").first { $0.hasPrefix("Max core") }?.split(separator: " ")
    #expect(core?.contains("0") == true)
    #expect(found["status"]?.contains("NoNewPrivs:\t0") == true)
    if getuid() == 0 {
      #expect(found["fd"] == "0 1 2 3")
      #expect(found["environ"]?.hasPrefix("PATH=/usr/sbin:/usr/bin:/sbin:/bin\0") == true)
      #expect(found["environ"]?.contains("VAULT_PAM_TEST_MARK") == false)
    } else {
      // The kernel shows nobody but root what is in a process that forbids dumps.
      #expect(found["environ"] == "")
    }
  }

  @Test(
    "a hostile child is refused",
    arguments: [
      ("an oversized frame", "s.send(b'\\x01' + b'x' * 2049)"),
      ("a frame of an unknown kind", "s.send(b'\\x63hello')"),
      ("an answer in the wrong direction", "s.send(b'\\x10opensesame')"),
      ("a result that is cut off", "s.send(b'\\x05\\x06\\x00\\x00')"),
      ("a result that is too long", "s.send(b'\\x05\\x06' + b'\\x00' * 5)"),
      ("a success that is none", "s.send(b'\\x05\\x06\\x00\\x00\\x00\\x07')"),
      ("a stage that is none", "s.send(b'\\x05\\x63\\x00\\x00\\x00\\x00')"),
      ("messages without end", "[s.send(b'\\x03again') for _ in range(300)]"),
      ("no word at all", "pass"),
    ])
  func hostileChild(_ name: String, _ statement: String) async throws {
    let directory = try ServiceDirectory()
    try directory.write(Self.script(statement), to: "child", mode: 0o755)
    await #expect(throws: PAMError(.childFailed, ""), "\(name)") {
      try await directory.verify(executable: "\(directory.path)/child") { _ in nil }
    }
  }

  @Test("random packets of a child never verify")
  func randomPackets() throws {
    var generator = SplitMix(state: 20)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...12, using: &generator)
      let packet = (0..<count).map { _ in UInt8.random(in: 0...20, using: &generator) }
      guard let frame = try? PAMFrame(packet: packet), case .result(let outcome) = frame else { continue }
      let isSuccess = packet == [5, 6, 0, 0, 0, 0]
      #expect(((try? outcome.check(service: "vault")) != nil) == isSuccess)
    }
  }

  @Test("an honest script with the same frames verifies: the hostile ones fail for what they send")
  func honestScript() async throws {
    let directory = try ServiceDirectory()
    let statement = "s.send(b'\\x01Who?'); assert s.recv(99) == b'\\x10me'; s.send(b'\\x05\\x06\\x00\\x00\\x00\\x00')"
    try directory.write(Self.script(statement), to: "child", mode: 0o755)
    let person = Person("me")
    try await directory.verify(executable: "\(directory.path)/child") { person.hear($0) }
    #expect(person.heard == [.hidden("Who?")])
  }

  @Test("a program that can't be started is told")
  func noProgram() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    let error = await #expect(throws: PAMError.self) {
      try await directory.verify(executable: "/nonexistent/agent") { _ in nil }
    }
    #expect(error?.code == .childFailed)
    #expect(error?.detail.contains("No such file") == true)
  }

  @Test("the child refuses to run for anybody but an agent")
  func startedByHand() throws {
    let child = try ChildProcess([Programs.probe, "--pam-child", "vault"])
    #expect(try child.exitStatus() == 64)
  }

  private static func script(_ statement: String) -> String {
    "#!/usr/bin/python3\nimport socket\ns = socket.socket(fileno=3)\n\(statement)\n"
  }
}

/// A small seeded generator (SplitMix64), so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
