import FoundationEssentials
import Testing

@testable import Inbox

@Suite("Payloads of pushes")
struct PushPayloadTests {
  @Test("everything that a payload can say is read")
  func whole() {
    let raw = #"""
      {"Simulator Target Bundle":"org.example.vault","aps":{"alert":{"title":"Water","subtitle":"Balcony","body":"All of them"},
      "category":"TASK","badge":3,"sound":"default","thread-id":"garden","mutable-content":1},"kind":"task",
      "due":"2030-06-01T18:00:00+02:00","notify":true,"image":"/v1/attachments/a-B_9","verify":true,
      "jsondata":{"id":-7,"message":"Hi","sendername":"Ada"},"more":[1,{"x":null}]}
      """#
    let payload = PushPayload(raw)
    #expect(payload.raw == raw)
    #expect(payload.problems.isEmpty)
    #expect(payload.kind == .task)
    #expect(payload.alert == PushAlert(title: "Water", subtitle: "Balcony", body: "All of them"))
    #expect(payload.category == "TASK" && payload.badge == 3 && payload.sound == "default")
    #expect(payload.threadID == "garden")
    #expect(payload.due == Date(timeIntervalSince1970: 1_906_560_000))
    #expect(payload.notify == true && payload.needsVerification && !payload.isSilent)
    #expect(payload.picture?.path == "/v1/attachments/a-B_9")
    #expect(payload.message == PushMessage(id: -7, text: "Hi", senderName: "Ada"))
    #expect(payload.title == "Water")
    #expect(payload.text == "Balcony\nAll of them")
  }

  @Test("an alert may be a text: its first line is the title")
  func alertText() {
    let payload = PushPayload(#"{"aps":{"alert":"\n \nFirst\r\nSecond\nThird"}}"#)
    #expect(payload.title == "First")
    #expect(payload.text == "Second\nThird")
    #expect(payload.kind == .notice && payload.problems.isEmpty)
  }

  @Test(
    "every kind is known, and what is not is shown as a notice with its text as it was sent",
    arguments: [
      ("task", PushKind.task, "task", nil), ("notice", .notice, "notice", nil),
      ("message", .message, "message", .messages),
      ("comment", .comment, "comment", .messages), ("like", .like, "like", .messages),
      ("follow", .follow, "follow", .followers), ("decision", .decision, "decision", .proposals),
      ("poke", .other("poke"), "notice", nil),
    ] as [(String, PushKind, String, InboxTopic?)])
  func kinds(word: String, kind: PushKind, name: String, topic: InboxTopic?) {
    let raw = #"{"kind":"\#(word)"}"#
    let payload = PushPayload(raw)
    #expect(payload.kind == kind && payload.kind.name == name && payload.kind.topic == topic)
    #expect(payload.raw == raw && payload.problems.isEmpty)
    #expect(payload.text == (word == "poke" ? raw : ""))
  }

  @Test("what tells of a decision names the proposal, and decides nothing itself")
  func decision() throws {
    let id = UUID()
    let payload = PushPayload(#"{"aps":{"alert":"grace accepted: Tea"},"kind":"decision","proposal":"\#(id)"}"#)
    #expect(payload.proposal == id && payload.title == "grace accepted: Tea" && payload.problems.isEmpty)
    #expect(!payload.kind.wantsDecision && payload.topic == .proposals)
    let odd = PushPayload(#"{"kind":"decision","proposal":"x"}"#)
    #expect(odd.proposal == nil && odd.problems.count == 1 && odd.kind == .decision)
    #expect(PushPayload(#"{"kind":"task","proposal":"\#(id)"}"#).proposal == nil)
  }

  @Test("a push for the background shows nothing, unless it has an alert")
  func silent() {
    #expect(PushPayload(#"{"aps":{"content-available":1},"kind":"notice"}"#).isSilent)
    #expect(!PushPayload(#"{"aps":{"content-available":1,"alert":"x"}}"#).isSilent)
    #expect(!PushPayload(#"{"aps":{"content-available":0},"kind":"notice"}"#).isSilent)
    #expect(PushPayload(#"{"aps":{"content-available":"1"}}"#).problems.count == 1)
  }

  @Test(
    "a message has exactly its three members, as an object or as a text that holds one",
    arguments: [
      (#"{"id":1,"message":"m","sendername":"s"}"#, true),
      (#""{\"id\":1,\"message\":\"m\",\"sendername\":\"s\"}""#, true),
      (#"{"id":2147483648,"message":"m","sendername":"s"}"#, false),
      (#"{"id":1.0,"message":"m","sendername":"s"}"#, false),
      (#"{"id":"1","message":"m","sendername":"s"}"#, false), (#"{"id":1,"message":null,"sendername":"s"}"#, false),
      (#"{"id":1,"message":"m"}"#, false), (#"{"id":1,"message":"m","sendername":"s","x":0}"#, false),
      (#"{"id":1,"message":"m","senderName":"s"}"#, false), (#""no""#, false), ("[]", false), ("7", false),
      (#"{"id":1e0,"message":"m","sendername":"s"}"#, false),
    ])
  func messages(value: String, isOne: Bool) {
    let payload = PushPayload(#"{"jsondata":\#(value)}"#)
    #expect((payload.message == PushMessage(id: 1, text: "m", senderName: "s")) == isOne)
    #expect(payload.problems.isEmpty == isOne)
    #expect(payload.kind == (isOne ? .data : .notice))
    #expect(payload.title == (isOne ? "s" : "Notice") && payload.text == (isOne ? "m" : payload.raw))
  }

  @Test(
    "a message stands behind what the alert says, once, but not in a proposed task",
    arguments: [
      (#""alert":"From Ada""#, "", "m"), (#""alert":{"title":"Ada","body":"New"}"#, "", "New\nm"),
      (#""alert":{"title":"Ada","body":"m"}"#, "", "m"), (#""alert":{"title":"Buy m"}"#, #","kind":"task""#, ""),
    ])
  func messageText(alert: String, kind: String, text: String) {
    let payload = PushPayload(#"{"aps":{\#(alert)},"jsondata":{"id":1,"message":"m","sendername":"s"}\#(kind)}"#)
    #expect(payload.text == text)
  }

  @Test(
    "what is no payload is kept with the reason and shown as it was sent",
    arguments: [
      ("", "it is not JSON: a value was expected"), ("{", "it is not JSON: a name was expected"),
      ("[]", "it is not a JSON object"), ("7", "it is not a JSON object"),
      (#"{"a":1,"a":2}"#, "it is not JSON: a name occurs twice in an object"),
      (#"{"a":"# + String(repeating: "[", count: 4000), "it is not JSON: it is nested too deep"),
      (#"{"a":"# + String(repeating: "1", count: 33) + "}", "it is not JSON: a value was expected"),
      (#"{"a":""# + String(repeating: "ä", count: 2050) + "\"}", "it has more than 4096 bytes"),
    ])
  func unreadable(raw: String, reason: String) {
    let payload = PushPayload(raw)
    #expect(payload.problems == [reason] && payload.isUnreadable)
    #expect(payload.raw == raw && payload.text == raw && payload.title == "Notice" && payload.kind == .notice)
  }

  @Test("one member that is not as it should be leaves the others as they are")
  func oneBad() {
    let payload = PushPayload(
      #"{"aps":{"alert":{"title":"T","body":7},"badge":-1},"kind":"task","due":"tomorrow","image":"http://e.org/a.png"}"#
    )
    #expect(payload.title == "T" && payload.kind == .task && payload.due == nil && payload.picture == nil)
    #expect(payload.problems.count == 4 && !payload.isUnreadable)
    #expect(PushPayload(#"{"aps":7,"kind":["task"]}"#).problems == ["“aps” is not an object", "“kind” is not a text"])
  }

  @Test("who the user is, is asked for also where the wish can't be read")
  func verify() {
    #expect(PushPayload(#"{"verify":"yes"}"#).needsVerification)
    #expect(PushPayload(#"{"verify":1}"#).needsVerification)
    #expect(!PushPayload(#"{"verify":false}"#).needsVerification)
    #expect(!PushPayload(#"{"verify":null}"#).needsVerification)
  }

  @Test(
    "a title of which nothing is seen is none",
    arguments: [
      "", " \\t", "\u{A0}\u{3000}", "\u{200B}\u{FEFF}", "\u{200D}\u{2060}\u{AD}", "\u{3164}\u{115F}", "\u{2800}",
      "\u{202E}\u{2066}",
    ])
  func unseenTitle(text: String) {
    let titled = PushPayload(#"{"aps":{"alert":{"title":"\#(text)","body":"Seen"}}}"#)
    #expect(titled.title == "Seen" && titled.text == "")
    #expect(PushPayload(#"{"aps":{"alert":"\#(text)"},"kind":"task"}"#).title == "Task")
  }

  @Test("control and bidirectional characters stay as they were sent")
  func controls() {
    let payload = PushPayload(#"{"aps":{"alert":{"title":"a\u0000\u001b[31m\u202eb","body":"\u0007"}}}"#)
    #expect(payload.title == "a\u{0}\u{1B}[31m\u{202E}b" && payload.text == "\u{7}")
  }

  @Test(
    "a picture is one of the vault's own server",
    arguments: [
      ("abc", "abc"), ("/v1/attachments/abc", "abc"), ("http://e.org/abc", nil), ("//e.org/abc", nil), ("../abc", nil),
      ("/v1/attachments/../me", nil), ("/v1/attachments/", nil), ("", nil), ("a%2fb", nil), ("a?b", nil),
      (String(repeating: "a", count: 65), nil), ("ä", nil),
    ] as [(String, String?)])
  func pictures(text: String, id: String?) { #expect(PushPicture(text)?.id == id) }

  @Test("an address says which server it means, and never more than that")
  func addresses() {
    #expect(PushPicture("abc")?.origin == nil && PushPicture("/v1/attachments/abc")?.origin == nil)
    for origin in ["https://vault.example", "http://127.0.0.1:8480", "https://[::1]:1"] {
      let picture = PushPicture(origin + "/v1/attachments/abc")
      #expect(picture?.origin == origin && picture?.path == "/v1/attachments/abc")
    }
    for text in [
      "ftp://e.org", "https://", "https://a@e.org", "https://e.org/x", "https://e.org?x=", "x", "https://e.org#",
      "//e.org",
    ] { #expect(PushPicture(text + "/v1/attachments/abc") == nil, "\(text)") }
  }

  @Test(
    "a payload's image is written anew, and everything else stays letter by letter",
    arguments: [
      (#"{"image": "a.png", "n": 1.50}"#, #"{"image": "/p", "n": 1.50}"#), ("{}", #"{"image": "/p"}"#),
      (" { } ", #" {"image": "/p" } "#), (#"{"a":{"image":"x"}}"#, #"{"a":{"image":"x"}, "image": "/p"}"#),
      (#"{"a":1 ,"image":null}"#, #"{"a":1 ,"image":"/p"}"#), (#"{"\u0069mage":5}"#, #"{"\u0069mage":"/p"}"#),
    ])
  func image(payload: String, result: String) { #expect(PayloadImage(in: payload)?.replaced(by: "/p") == result) }

  @Test("what is no payload has no place for an image", arguments: ["", "[]", "{", "{} x", "7", #"{"a":}"#])
  func noImage(payload: String) { #expect(PayloadImage(in: payload) == nil) }

  @Test(
    "a due date is a moment that nobody has to guess",
    arguments: [
      (#""2030-06-01T18:00:00Z""#, 1_906_567_200), (#""2030-06-01T20:00+02:00""#, 1_906_567_200),
      (#""2030-06-01T20:00:00+0200""#, 1_906_567_200), (#""2030-06-01t13:00:00.5-05""#, 1_906_567_200.5),
      ("1906567200", 1_906_567_200), ("1906567200.5", 1_906_567_200.5), ("-1", -1), ("1.9e9", 1_900_000_000),
      (#""2030-06-01T18:00:00""#, nil), (#""2030-06-01""#, nil), (#""2030-02-30T18:00:00Z""#, nil),
      (#""2030-06-01T24:00:00Z""#, nil), (#""2030-06-01T18:00:60Z""#, nil), (#""2030-06-01T18:00:00Zx""#, nil),
      (#""2030-06-01T18:00:00+24:00""#, nil), (#""1906567200""#, nil), ("1e30", nil), ("1906567200000", nil),
      ("true", nil), ("{}", nil),
    ] as [(String, Double?)])
  func due(value: String, seconds: Double?) {
    let payload = PushPayload(#"{"due":\#(value)}"#)
    #expect(payload.due == seconds.map { Date(timeIntervalSince1970: $0) })
    #expect(payload.hasUnreadableDue == (seconds == nil) && payload.problems.isEmpty == (seconds != nil))
  }
}
