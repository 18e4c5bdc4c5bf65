import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Conversations")
struct ConversationTests {
  /// Ada and Bob follow each other.
  private func withContacts(
    storage: (any ServerStorage)? = nil, _ body: (Town) async throws -> Void
  ) async throws {
    try await Town.run(storage: storage) { town async throws in
      try await town.befriend(town.ada, town.bob)
      try await body(town)
    }
  }

  private func withContactsOnDisk(_ body: (Town) async throws -> Void) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      try await withContacts(storage: try SQLiteStorage(path: directory + "/vault-server.sqlite"), body)
    }
  }

  @Test("begin with a message, have numbers from 1 for each of the two, and say who wrote")
  func exchange() async throws {
    try await withContacts { town async throws in
      #expect(try await town.conversations(of: town.ada).conversations.isEmpty)
      let id = UUID()
      let first = try await town.write("tea?", to: town.bob, by: town.ada, id: id)
      let sent = try first.decoded(ChannelMessage.self)
      #expect(first.status == 201 && sent.sequence == 1 && sent.id == id && sent.sender == town.ada.id)
      try await town.write("yes", to: town.ada, by: town.bob)
      for (one, other) in [(town.ada, town.bob), (town.bob, town.ada)] {
        let messages = try await town.messages(of: one, with: other)
        #expect(messages.map(\.text) == ["tea?", "yes"] && messages.map(\.sequence) == [1, 2])
        #expect(messages.map(\.senderName) == ["ada", "bob"])
        let expected = UserConversation(
          user: other.id, name: other.email.key.split(separator: "@").first.map(String.init) ?? "", isContact: true,
          bounds: SequenceBounds(first: 1, highest: 2))
        #expect(try await town.conversations(of: one).conversations == [expected])
      }
    }
  }

  @Test("are one for two who write at the same moment: 20 first messages stand in it once, in one order, without a gap")
  func simultaneous() async throws {
    try await withContactsOnDisk { town async throws in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...20 {
          let (from, to) = number % 2 == 0 ? (town.ada, town.bob) : (town.bob, town.ada)
          group.addTask { try await town.write("n\(number)", to: to, by: from).status }
        }
        for try await status in group { #expect(status == 201) }
      }
      let (hers, his) = (
        try await town.messages(of: town.ada, with: town.bob), try await town.messages(of: town.bob, with: town.ada)
      )
      #expect(hers.map(\.text) == his.map(\.text) && Set(hers.map(\.text)).count == 20)
      #expect(hers.map(\.sequence) == Array(1...20) && his.map(\.sequence) == Array(1...20))
      for citizen in [town.ada, town.bob] {
        #expect(try await town.conversations(of: citizen).conversations.count == 1)
      }
    }
  }

  @Test("are nothing to anybody else: whatever a stranger asks is answered as of a channel that is none")
  func strangers() async throws {
    try await withContacts { town async throws in
      let eve = try await town.add("eve@example.org")
      try await town.server.register(device: "eves-laptop-laptop", token: eve.token)
      try await town.write("secret", to: town.bob, by: town.ada)
      try await town.write("secret", to: town.ada, by: town.bob)
      var ids = [town.ada.id, town.bob.id]
      for (one, other) in [(town.ada, town.bob), (town.bob, town.ada)] {
        let side = try #require(try await town.server.storage.side(of: one.id, with: other.id))
        ids.append(side.id)
      }
      let none = try await answers(about: UUID(), to: eve, town)
      #expect(none.dropLast().allSatisfy { $0.hasSuffix("404") } && none.last == "403")
      for id in ids { #expect(try await answers(about: id, to: eve, town) == none) }
      // What is stored for one of the two is reached under no id by either.
      for id in ids.suffix(2) { #expect(try await answers(about: id, to: town.ada, town) == none) }
      #expect(try await town.conversations(of: eve).conversations.isEmpty)
      for citizen in [eve, town.ada] {
        let catalogue = try await town.server.send(.GET, "/v1/catalogue", token: citizen.token).decoded(Catalogue.self)
        #expect(catalogue.channels.isEmpty)
        let sequences = try await town.server.send(.GET, "/v1/sequences", token: citizen.token).decoded(Sequences.self)
        #expect(sequences.channels.isEmpty)
      }
      for citizen in [town.ada, town.bob] {
        let other = citizen.id == town.ada.id ? town.bob : town.ada
        #expect(try await town.messages(of: citizen, with: other).count == 2)
      }
    }
  }

  /// What is answered about a channel to somebody who tries everything, but for ids.
  private func answers(about channel: UUID, to citizen: Town.Citizen, _ town: Town) async throws -> [String] {
    let device = citizen.id == town.ada.id ? Town.laptop : "eves-laptop-laptop"
    let path = "/v1/channels/\(channel)"
    var found: [RunningServer.Answer] = []
    found.append(try await town.server.send(.GET, "\(path)/messages", token: citizen.token))
    found.append(try await town.server.send(.GET, "\(path)/events?device=\(device)", token: citizen.token))
    found.append(try await town.server.send(.GET, "\(path)/socket?device=\(device)", token: citizen.token))
    for method in [HTTPMethod.PUT, .DELETE] {
      found.append(try await town.server.send(method, "\(path)/enrolment", token: citizen.token))
    }
    found.append(try await town.server.post("let me in", to: channel, token: citizen.token))
    let push = #"{"to":{"channel":"\#(channel)"},"payload":{}}"#
    let pushed = try await town.server.send(.POST, "/v1/pushes", body: push, token: citizen.token)
    return found.map { String(decoding: $0.body, as: UTF8.self) + " \($0.status)" } + ["\(pushed.status)"]
  }

  @Test("are no channels to administrators either: none is described, removed or listed")
  func administrators() async throws {
    try await withContacts { town async throws in
      try await town.write("secret", to: town.bob, by: town.ada)
      let storage = town.server.storage
      #expect(try await storage.setAdministrator(email: town.bob.email, to: true))
      let side = try #require(try await storage.side(of: town.ada.id, with: town.bob.id))
      let path = "/v1/admin/channels/\(side.id)"
      for id in [side.id, town.ada.id] {
        let path = "/v1/admin/channels/\(id)"
        #expect(try await town.server.send(.PUT, path, body: #"{"title":"x"}"#, token: town.bob.token).status == 404)
        #expect(try await town.server.send(.DELETE, path, token: town.bob.token).status == 404)
      }
      #expect(try await town.server.send(.DELETE, path, token: town.bob.token).code == .notFound)
      #expect(try await storage.catalogue(of: nil).isEmpty)
      #expect(try await town.messages(of: town.ada, with: town.bob).count == 1)
    }
  }

  @Test("let only whom one follows write, also in one that is there; nobody is told whether somebody exists")
  func permission() async throws {
    try await Town.run { town async throws in
      let nobody = Town.Citizen(id: UUID(), email: town.bob.email, token: "")
      let refused = try await town.write("hello", to: nobody, by: town.bob)
      #expect(refused.code == .notFound)
      for user in [town.ada, town.bob] {
        let answer = try await town.write("hello", to: user, by: town.bob)
        #expect(answer.status == 404 && answer.body == refused.body)
      }
      try await town.follow(town.bob, by: town.ada)
      #expect(try await town.write("hello", to: town.ada, by: town.bob).status == 201)
      #expect(try await town.write("and you", to: town.bob, by: town.ada).body == refused.body)
      try await town.change(.DELETE, "follows", town.bob, by: town.ada)
      #expect(try await town.write("still there?", to: town.ada, by: town.bob).body == refused.body)
      #expect(try await town.messages(of: town.ada, with: town.bob).map(\.text) == ["hello"])
      #expect(try await town.messages(of: town.bob, with: town.ada).map(\.text) == ["hello"])
      #expect(try await town.conversations(of: town.bob).conversations.map(\.isContact) == [false])
    }
  }

  @Test("store one message for one id of its sender, whatever its other one used")
  func repetition() async throws {
    try await withContacts { town async throws in
      let id = UUID()
      let first = try await town.write("tea?", to: town.bob, by: town.ada, id: id)
      let second = try await town.write("tea?", to: town.bob, by: town.ada, id: id)
      #expect(first.status == 201 && second.status == 200 && first.body == second.body)
      #expect(try await town.write("coffee?", to: town.bob, by: town.ada, id: id).code == .conflict)
      #expect(try await town.write("mine", to: town.ada, by: town.bob, id: id).status == 201)
      #expect(try await town.messages(of: town.ada, with: town.bob).map(\.text) == ["tea?", "mine"])
      // A repeated message is the same one, also when it could not be written any more.
      try await town.change(.DELETE, "follows", town.ada, by: town.bob)
      #expect(try await town.write("tea?", to: town.bob, by: town.ada, id: id).body == first.body)
    }
  }

  @Test("come to both as they are written, with the numbers of each, and as news to their devices")
  func streams() async throws {
    try await withContacts { town async throws in
      try await town.server.register(device: "bobs-laptop-laptop", token: town.bob.token)
      try await town.write("n1", to: town.ada, by: town.bob)
      var hers = try await EventClient(
        town.server, "/v1/channels/\(town.bob.id)/events?device=\(Town.laptop)", token: town.ada.token, after: "0")
      var his = try await EventClient(
        town.server, "/v1/channels/\(town.ada.id)/events?device=bobs-laptop-laptop", token: town.bob.token, after: "0")
      #expect(try await hers.next(1).map(\.id) == ["1"])
      #expect(try await his.next(1).map(\.id) == ["1"])
      try await town.block(town.bob, by: town.ada)
      try await town.write("unheard", to: town.ada, by: town.bob)
      #expect(try await his.next(1).map(\.id) == ["2"])
      try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
      try await town.write("heard", to: town.ada, by: town.bob)
      #expect(try await his.next(1).map(\.id) == ["3"])
      let last = try await hers.next(1)
      #expect(last.map(\.id) == ["2"])
      #expect(try last.map { try $0.decoded(ChannelMessage.self).text } == ["heard"])
    }
  }

  @Test("are announced under the other one's id to each of the two, and to nobody who blocks")
  func news() async throws {
    try await withContacts { town async throws in
      var hers = try await EventClient(town.server, token: town.ada.token, after: nil)
      var his = try await EventClient(town.server, token: town.bob.token, after: nil)
      try await town.write("n1", to: town.ada, by: town.bob)
      func next(_ client: inout EventClient) async throws -> ChannelNews {
        while true {
          let event = try await client.next(1)[0]
          if event.name == "channel" { return try event.decoded() }
        }
      }
      #expect(try await next(&hers) == ChannelNews(channel: town.bob.id, highest: 1))
      #expect(try await next(&his) == ChannelNews(channel: town.ada.id, highest: 1))
      try await town.block(town.bob, by: town.ada)
      try await town.write("unheard", to: town.ada, by: town.bob)
      #expect(try await next(&his) == ChannelNews(channel: town.ada.id, highest: 2))
      try await town.write("but I write", to: town.bob, by: town.ada)
      #expect(try await next(&hers) == ChannelNews(channel: town.bob.id, highest: 2))
      #expect(try await next(&his) == ChannelNews(channel: town.ada.id, highest: 3))
    }
  }

  @Test("have pages, by the other one's id")
  func pages() async throws {
    try await withContacts { town async throws in
      var others = [town.bob.id]
      for name in ["eve", "grace", "hedy"] {
        let other = try await town.add("\(name)@example.org")
        try await town.follow(town.ada, by: other)
        try await town.write("hello", to: other, by: town.ada)
        others.append(other.id)
      }
      try await town.write("hello", to: town.bob, by: town.ada)
      let sorted = others.map(\.uuidString).sorted()
      let first = try await town.conversations(of: town.ada, "?limit=3")
      #expect(
        first.conversations.map(\.user.uuidString) == Array(sorted.prefix(3)) && first.next?.uuidString == sorted[2])
      let second = try await town.conversations(of: town.ada, "?limit=3&after=\(sorted[2])")
      #expect(second.conversations.map(\.user.uuidString) == Array(sorted.suffix(1)) && second.next == nil)
      for query in ["?after=x", "?limit=0", "?limit=501"] {
        let answer = try await town.server.send(.GET, "/v1/conversations\(query)", token: town.ada.token)
        #expect(answer.code == .invalidField)
      }
    }
  }

  @Test("go with an account for its user, and stay for the other one; retention takes from the front of each")
  func removal() async throws {
    try await withContacts { town async throws in
      for number in 1...3 { try await town.write("n\(number)", to: town.bob, by: town.ada) }
      let storage = town.server.storage
      try await storage.expireMessages(before: .distantPast, keeping: 2)
      #expect(try await town.messages(of: town.bob, with: town.ada).map(\.sequence) == [2, 3])
      #expect(try await storage.removeAccount(email: town.ada.email))
      #expect(try await storage.side(of: town.ada.id, with: town.bob.id) == nil)
      #expect(try await town.messages(of: town.bob, with: town.ada).map(\.text) == ["n2", "n3"])
      #expect(try await town.conversations(of: town.bob).conversations.map(\.name) == ["ada"])
      #expect(try await town.write("gone?", to: town.ada, by: town.bob).code == .notFound)
    }
  }

  @Test("both are told of each message at once, however many come one after the other")
  func newsAtOnce() async throws {
    try await withContacts { (town) async throws in
      for (citizen, other) in [(town.ada, town.bob), (town.bob, town.ada)] {
        var stream = try await EventClient(town.server, token: citizen.token, after: "0-0")
        // What comes while a stream is still being read is told of as one.
        try await town.write("the first", to: town.bob, by: town.ada)
        while try await stream.next(1)[0].name != "channel" {}
        let first = Int64(try await town.messages(of: town.ada, with: town.bob).count) + 1
        for number in 1...5 { try await town.write("n\(number)", to: town.bob, by: town.ada) }
        var highest: [Int64] = []
        while highest.last ?? 0 < first + 4 {
          let event = try await stream.next(1)[0]
          guard event.name == "channel" else { continue }
          let news = try event.decoded(ChannelNews.self)
          #expect(news.channel == other.id)
          highest.append(news.highest)
        }
        #expect(highest == Array(first...first + 4))
      }
    }
  }
}
