import AgentAPI
import Foundation
import Glibc
import LinuxSystem
import Localization
import SecretMemory
import Synchronization
import Testing
import VaultClient
import VaultModel
import VaultTesting

/// A client without a person: gives the same answer to everything and keeps what it hears.
struct RecordingConversation: AgentConversation {
  var reply: String?
  var heard: [String] = []
  var pauses = 0

  mutating func answer(_ prompt: Prompt, from client: AgentClient) throws(Failure) -> SecretBytes? {
    heard.append("prompt \(prompt.text)")
    guard let reply else { return nil }
    do { return try SecretBytes(Array(reply.utf8)) } catch { throw Failure(.internal, "\(error)") }
  }

  mutating func receive(_ secret: consuming SecretBytes, _ notice: SecretNotice, from client: AgentClient)
    throws(Failure)
  {
    heard.append("secret of \(secret.count)")
  }

  mutating func progress(_ progress: AgentAPI.Progress) { heard.append("progress \(progress.completed)") }
  mutating func pause() { pauses += 1 }
  mutating func part(_ text: String) throws(Failure) { heard.append("part \(text)") }
  mutating func event(_ event: Event) { heard.append("event") }
}

@Suite("The client end of the socket")
struct AgentClientTests {
  private func connector(_ paths: VaultPaths, uid: UInt32? = nil, agent: String = "/nonexistent/agent")
    -> AgentConnector
  {
    AgentConnector(
      paths: paths, environment: ["VAULT_AGENT": agent, "VAULT_SERVER_URL": "https://v", "HOME": "/h"],
      isInteractive: false, system: SystemDirectories(uid: uid))
  }

  @Test("a request is seen through: prompts answered, secrets and progress and events passed on, the reply returned")
  func conversation() throws {
    let agent = try ScriptedAgent { talk in
      #expect(try talk.request() == RevealTexts(task: "4f"))
      #expect(talk.hello.settings == ["VAULT_SERVER_URL": "https://v"])
      #expect(try talk.ask(.pin, "PIN") == "123456")
      try talk.send(.progress(AgentAPI.Progress(activity: "a", completed: 2, total: 3)))
      try talk.send(.event(.stopping))
      try talk.send(.unknown)
      try talk.send(SecretNotice(kind: .protectedText), [1, 2, 3])
      try talk.reply(Acknowledgement("ok"))
      #expect(try talk.request() == ListTasks(TaskQuery()))
      try talk.send(.failure(Failure(.tryLater, "later")))
    }
    let client = try connector(agent.paths).connect()
    var person = RecordingConversation(reply: "123456")
    #expect(try client.send(RevealTexts(task: "4f"), &person) == Acknowledgement("ok"))
    #expect(person.heard == ["prompt PIN", "progress 2", "event", "secret of 3"])
    #expect(throws: Failure(.tryLater, "later")) { try client.send(ListTasks(TaskQuery()), &person) }
    #expect(agent.problems.isEmpty)
  }

  @Test("an agent that says nothing for a second is said to be at work, once for each message")
  func pause() throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.reply(Acknowledgement("at once"))
      _ = try talk.request()
      #expect(try !talk.channel.isReadable(until: .after(seconds: 1.5)))
      try talk.reply(Acknowledgement("late"))
    }
    let client = try connector(agent.paths).connect()
    var person = RecordingConversation()
    _ = try client.send(LockVault(), &person)
    #expect(person.pauses == 0)
    #expect(try client.send(LockVault(), &person) == Acknowledgement("late"))
    #expect(person.pauses == 1)
    #expect(agent.problems.isEmpty)
  }

  @Test("an agent that stops in the middle of a message holds up nobody for long who need not wait for it")
  func half() throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      let bytes = try FrameHeader(kind: .message, count: 1000).bytes + [UInt8(ascii: "{")]
      #expect(write(talk.channel.descriptor, bytes, bytes.count) == bytes.count)
      try talk.waitForEnd()
    }
    let client = try connector(agent.paths).connect()
    try client.begin(LockVault())
    var entry = pollfd(fd: client.eventDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 20_000) == 1)
    var person = RecordingConversation()
    let start = ContinuousClock.now
    let failure = #expect(throws: Failure.self) { let _: Acknowledgement? = try client.proceed(&person) }
    #expect(failure?.code == .unavailable && ContinuousClock.now - start < .seconds(6))
  }

  @Test("a lock that is told before the welcome is passed over")
  func earlyEvent() throws {
    let agent = try ScriptedAgent(
      script: { talk in
        _ = try talk.request()
        try talk.reply(Acknowledgement("ok"))
      }, answer: { _ in .event(.locked(reason: "idle")) })
    let client = try connector(agent.paths).connect()
    var person = RecordingConversation()
    #expect(try client.send(LockVault(), &person) == Acknowledgement("ok"))
  }

  @Test("while something is shown, events are heard and all else waits for its request")
  func events() throws {
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.reply(Acknowledgement("first"))
      try talk.send(SecretNotice(kind: .protectedText), [1])
      try talk.send(.event(.locked(reason: "sleep")))
      _ = try talk.request()
      try talk.reply(Acknowledgement("second"))
    }
    let client = try connector(agent.paths).connect()
    var person = RecordingConversation()
    _ = try client.send(LockVault(), &person)
    var event: Event?
    let deadline = Deadline.after(seconds: 10)
    while event == nil, !deadline.hasPassed {
      var entry = pollfd(fd: client.eventDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 100)
      event = try client.nextEvent()
    }
    #expect(event == .locked(reason: "sleep"))
    #expect(try client.send(LockVault(), &person) == Acknowledgement("second"))
    #expect(person.heard == ["secret of 1"])
  }

  @Test("a socket or directory that others may use, or another's, gets not one byte")
  func untrusted() throws {
    let greeted = Mutex(false)
    let agent = try ScriptedAgent(answer: { _ in
      greeted.withLock { $0 = true }
      return nil
    })
    let uid = geteuid()
    for (path, mode) in [(agent.paths.socket, 0o666), (agent.paths.runtime, 0o755)] {
      chmod(path, mode_t(mode))
      let failure = #expect(throws: Failure.self) { try connector(agent.paths).connect() }
      #expect(failure?.exitStatus == 78 && failure?.message.contains(path) == true)
      chmod(path, path == agent.paths.socket ? 0o600 : 0o700)
    }
    let failure = #expect(throws: Failure.self) { try connector(agent.paths, uid: uid + 1).connect() }
    #expect(failure?.exitStatus == 78)
    var linked = agent.paths
    linked.runtime += "-link"
    symlink(agent.paths.runtime, linked.runtime)
    #expect(throws: Failure.self) { try connector(linked).connect() }
    #expect(greeted.withLock { !$0 })
  }

  @Test("what is no socket is refused")
  func notASocket() throws {
    let directory = try TemporaryDirectory()
    let paths = VaultPaths(
      data: directory.path + "/d", config: "/c", state: directory.path + "/s", runtime: directory.path)
    try Data().write(to: URL(fileURLWithPath: paths.socket))
    chmod(paths.socket, 0o600)
    let failure = #expect(throws: Failure.self) { try connector(paths).connect() }
    #expect(failure?.exitStatus == 78)
  }

  @Test("another vault's agent is told with both paths")
  func otherVault() throws {
    let agent = try ScriptedAgent(answer: { hello in
      .failure(VaultIdentity(path: "/theirs", device: 1, inode: 1).mismatch(with: hello.vault))
    })
    let failure = #expect(throws: Failure.self) { try connector(agent.paths).connect() }
    #expect(failure?.exitStatus == 78 && failure?.message.contains("/theirs") == true)
    #expect(failure?.message.contains(agent.paths.data) == true)
  }

  @Test("an agent that speaks a newer protocol is left alone")
  func newerAgent() throws {
    let agent = try ScriptedAgent(answer: { _ in
      .welcome(ScriptedAgent.welcome(protocolVersion: AgentProtocol.version + 1, build: "9.0.0"))
    })
    let failure = #expect(throws: Failure.self) { try connector(agent.paths).connect() }
    #expect(failure?.exitStatus == 76 && failure?.message.contains("9.0.0") == true)
  }

  @Test("a safe request goes with the hello, and no second time where it is sent then")
  func earlyRequest() throws {
    let agent = try ScriptedAgent { talk in
      #expect(try talk.request() == ListTasks(TaskQuery()))
      try talk.reply(TaskPage(rows: [], total: 7))
      #expect(try talk.request() == LockVault())
      try talk.reply(Acknowledgement("locked"))
    }
    let client = try connector(agent.paths).connect(asking: ListTasks(TaskQuery()))
    var person = RecordingConversation()
    #expect(try client.send(ListTasks(TaskQuery()), &person).total == 7)
    #expect(try client.send(LockVault(), &person) == Acknowledgement("locked"))
    #expect(agent.problems.isEmpty)
  }

  @Test("an agent that turns a client away at once is heard, though a request went along")
  func turnedAway() throws {
    let refusal = Failure(.tryLater, "There are too many clients.", hint: "Try again.")
    let agent = try ScriptedAgent(answer: { _ in .failure(refusal) })
    for _ in 0..<50 {
      #expect(throws: refusal) { _ = try connector(agent.paths).connect(asking: ListTasks(TaskQuery())) }
    }
  }

  @Test("a request that changes something waits for the welcome")
  func lateRequest() throws {
    let isWelcome = Mutex(false)
    let agent = try ScriptedAgent(
      script: { talk in
        var entry = pollfd(fd: talk.channel.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 0) == 0 || isWelcome.withLock { $0 })
        #expect(try talk.request() == LogOut(forget: false))
        try talk.reply(Acknowledgement())
      },
      answer: { _ in .event(.stopping) })
    let client = try connector(agent.paths).connect(asking: LogOut(forget: false))
    isWelcome.withLock { $0 = true }
    var person = RecordingConversation()
    #expect(try client.send(LogOut(forget: false), &person) == Acknowledgement())
  }

  @Test("a safe request that an older agent was asked is asked of the one that takes its place")
  func earlyRequestOfOlderAgent() throws {
    let answers = Mutex(["0.0.9", "0.0.9", AgentProtocol.build])
    let heard = Mutex<[String]>([])
    let agent = try ScriptedAgent(
      script: { talk in
        let request = try talk.request()
        let isStop = request == StopAgent()
        heard.withLock { $0.append(isStop ? "stop" : "list") }
        guard !isStop else { return }
        #expect(request == ListTasks(TaskQuery()))
        // The client of the older one may have gone.
        try? talk.reply(TaskPage(rows: [], total: 3))
      },
      answer: { _ in
        .welcome(ScriptedAgent.welcome(build: answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }))
      }
    )
    let client = try connector(agent.paths).connect(asking: ListTasks(TaskQuery()))
    var person = RecordingConversation()
    #expect(client.replacedOlderAgent)
    #expect(try client.send(ListTasks(TaskQuery()), &person).total == 3)
    #expect(heard.withLock { $0.sorted() } == ["list", "list", "stop"])
  }

  @Test("an older agent is asked to end, and the new one takes its place")
  func olderAgent() throws {
    let answers = Mutex(["0.0.9", AgentProtocol.build])
    let stops = Mutex(0)
    let agent = try ScriptedAgent(
      script: { talk in
        guard try talk.request() == StopAgent() else { return try talk.reply(Acknowledgement("new")) }
        stops.withLock { $0 += 1 }
      },
      answer: { _ in
        .welcome(ScriptedAgent.welcome(build: answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }))
      }
    )
    let client = try connector(agent.paths).connect()
    #expect(client.replacedOlderAgent && client.welcome.build == AgentProtocol.build)
    #expect(stops.withLock { $0 } == 1)
    var person = RecordingConversation()
    #expect(try client.send(LockVault(), &person) == Acknowledgement("new"))
  }

  @Test("an agent that dies or babbles is told in plain words")
  func brokenAgents() throws {
    let dying = try ScriptedAgent { talk in _ = try talk.request() }
    let client = try connector(dying.paths).connect()
    var person = RecordingConversation()
    let gone = #expect(throws: Failure.self) { try client.send(ListTasks(TaskQuery()), &person) }
    #expect(gone?.exitStatus == 69)
    let babbling = try ScriptedAgent { talk in
      _ = try talk.request()
      _ = write(talk.channel.descriptor, "HTTP/1.1 200 OK\r\n\r\n", 19)
      try talk.waitForEnd()
    }
    let other = try connector(babbling.paths).connect()
    let odd = #expect(throws: Failure.self) { try other.send(ListTasks(TaskQuery()), &person) }
    #expect(odd?.exitStatus == 76 || odd?.exitStatus == 65)
  }

  @Test("without an agent, one is started; one that fails at once is told with its last words")
  func startFails() throws {
    let directory = try TemporaryDirectory()
    let paths = VaultPaths(
      data: directory.path + "/d", config: "/c", state: directory.path + "/s", runtime: directory.path + "/r")
    let program = directory.path + "/agent"
    try Data("#!/bin/sh\necho 'no room for keys' >&2\nexit 78\n".utf8).write(to: URL(fileURLWithPath: program))
    chmod(program, 0o700)
    let failure = #expect(throws: Failure.self) { try connector(paths, agent: program).connect() }
    #expect(failure?.exitStatus == 78 && failure?.message.contains("no room for keys") == true)
    #expect(failure?.hint.contains(paths.agentLog) == true)
    let missing = #expect(throws: Failure.self) { try connector(paths).connect() }
    #expect(missing?.exitStatus == 78 && missing?.message.contains("VAULT_AGENT") == true)
    #expect(try connector(paths).connectIfRunning() == nil)
  }
}
