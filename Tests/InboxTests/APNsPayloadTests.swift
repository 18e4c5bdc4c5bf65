import FoundationEssentials
import ServerAPI
import Testing

@testable import Inbox

@Suite("Payloads as APNs' senders write them")
struct APNsPayloadTests {
  @Test("the examples of Apple's documentation say what they say there")
  func apple() {
    let game = PushPayload(
      #"""
      {"aps":{"alert":{"title":"Game Request","subtitle":"Five Card Draw","body":"Bob wants to play poker"},
      "category":"GAME_INVITATION"},"gameID":"12345678"}
      """#)
    #expect(game.title == "Game Request" && game.text == "Five Card Draw\nBob wants to play poker")
    #expect(game.kind == .notice && game.category == "GAME_INVITATION" && game.sound == nil && game.problems.isEmpty)
    let badge = PushPayload(#"{"aps":{"badge":9,"sound":"bingbong.aiff"},"messageID":"ABCDEFGHIJ"}"#)
    #expect(badge.badge == 9 && badge.sound == "bingbong.aiff" && badge.isSilent && badge.problems.isEmpty)
    let localized = PushPayload(
      #"{"aps":{"alert":{"loc-key":"GAME_PLAY_REQUEST_FORMAT","loc-args":["Shelly","Rick"]}}}"#)
    #expect(localized.title == "GAME_PLAY_REQUEST_FORMAT: Shelly, Rick" && localized.problems.isEmpty)
    let background = PushPayload(#"{"aps":{"content-available":1},"acme1":"bar","acme2":42}"#)
    #expect(background.isSilent && background.problems.isEmpty)
    let mutable = PushPayload(
      #"{"aps":{"category":"SECRET","mutable-content":1,"alert":{"title":"Secret Message!","body":"(Encrypted)"}},"ENCRYPTED_DATA":"Salted__·öîQÊ$UDì_¶Ù∞èΩ^¬%gq∞NÿÒQùw"}"#
    )
    #expect(mutable.title == "Secret Message!" && mutable.text == "(Encrypted)" && mutable.problems.isEmpty)
    let activity = PushPayload(
      #"""
      {"aps":{"timestamp":1685952000,"event":"update","content-state":{"currentHealthLevel":0.941},"stale-date":1650998941,
      "dismissal-date":1650998941,"alert":{"title":{"loc-key":"%@ is knocked down!","loc-args":["Power Panda"]}}}}
      """#)
    #expect(activity.kind == .notice && activity.problems == ["“title” is not a text"])
  }

  @Test(
    "a category TASK or a due date makes a proposal, unless a kind says otherwise",
    arguments: [
      (#"{"aps":{"alert":"Tea","category":"TASK"}}"#, PushKind.task),
      (#"{"aps":{"alert":"Tea"},"due":"2030-06-01T18:00:00Z"}"#, .task),
      (#"{"due":1906567200,"jsondata":{"id":1,"message":"m","sendername":"s"}}"#, .task),
      (#"{"aps":{"alert":"Tea","category":"TASK"},"kind":null}"#, .task),
      (#"{"aps":{"alert":"Tea","category":"TASK"},"due":1906567200,"kind":"notice"}"#, .notice),
      (#"{"aps":{"category":"TASK"},"kind":"like"}"#, .like),
      (#"{"aps":{"alert":"Tea","category":"TASK"},"kind":"poke"}"#, .other("poke")),
      (#"{"aps":{"alert":"Tea"},"due":"tomorrow"}"#, .notice), (#"{"aps":{"alert":"Tea","category":"task"}}"#, .notice),
      (#"{"aps":{"alert":"Tea","category":["TASK"]}}"#, .notice),
    ] as [(String, PushKind)])
  func proposals(payload: String, kind: PushKind) { #expect(PushPayload(payload).kind == kind) }

  @Test("what has nothing to show is silent, unless something of it can't be read, or a kind says what it is")
  func nothing() {
    for payload in ["{}", #"{"hello":"world"}"#, #"{"aps":{}}"#, #"{"aps":{"category":"x","thread-id":"t"},"a":1}"#] {
      #expect(PushPayload(payload).isSilent, "\(payload)")
    }
    for payload in [
      #"{"aps":{"alert":7}}"#, #"{"due":"soon"}"#, #"{"jsondata":1}"#, #"{"kind":"notice"}"#, #"{"kind":"poke"}"#,
      "[]", "no JSON", #"{"due":1}"#, #"{"aps":{"alert":"x"},"hello":"world"}"#,
    ] { #expect(!PushPayload(payload).isSilent, "\(payload)") }
  }

  @Test("a badge alone shows nothing, and beside anything that is said it hides nothing")
  func badge() {
    #expect(PushPayload(#"{"aps":{"badge":0}}"#).isSilent)
    for payload in [
      #"{"aps":{"badge":1,"alert":"x"}}"#, #"{"aps":{"badge":1},"kind":"like"}"#,
      #"{"aps":{"badge":1},"kind":"notice"}"#,
      #"{"aps":{"badge":1,"category":"TASK"}}"#, #"{"aps":{"badge":1},"due":1}"#, #"{"aps":{"sound":"default"}}"#,
      #"{"aps":{"badge":1},"jsondata":{"id":1,"message":"m","sendername":"s"}}"#, #"{"aps":{"badge":"1"}}"#,
    ] { #expect(!PushPayload(payload).isSilent, "\(payload)") }
  }

  @Test("a key of a text that the sender's application has stands for it, and a text itself comes first")
  func localization() {
    let all = PushPayload(
      #"{"aps":{"alert":{"title-loc-key":"T","title-loc-args":["a"],"subtitle-loc-key":"S","loc-key":"B","loc-args":[1]}}}"#
    )
    #expect(all.alert == PushAlert(title: "T: a", subtitle: "S", body: "B") && all.problems.isEmpty)
    #expect(PushPayload(#"{"aps":{"alert":{"body":"b","loc-key":"B"}}}"#).title == "b")
    #expect(PushPayload(#"{"aps":{"alert":{"loc-key":7}}}"#).problems == ["“loc-key” is not a text"])
  }

  @Test(
    "a sender may ask for less than the usual and for a sound, never for more",
    arguments: [
      ("", false, nil), (#","sound":"default""#, false, "message-new-instant"),
      (#","sound":"bingbong.aiff""#, false, "message-new-instant"),
      (#","sound":"dialog-warning""#, false, "dialog-warning"),
      (#","sound":"phone-incoming-call""#, false, "message-new-instant"),
      (#","sound":"../../x\u0000""#, false, "message-new-instant"),
      (#","sound":"default","interruption-level":"passive""#, true, nil),
      (#","sound":"default","interruption-level":"active""#, false, "message-new-instant"),
      (#","interruption-level":"time-sensitive""#, false, nil), (#","interruption-level":"critical""#, false, nil),
      (#","sound":{"critical":1,"name":"default","volume":1.0}"#, false, "message-new-instant"),
      (#","sound":{"critical":1,"name":"default","volume":0.0}"#, false, nil),
      (#","sound":"""#, false, nil), (#","sound":7"#, false, nil), (#","interruption-level":"loud""#, false, nil),
    ] as [(String, Bool, String?)])
  func manner(keys: String, isLow: Bool, sound: String?) {
    let payload = PushPayload(#"{"aps":{"alert":"x"\#(keys)}}"#)
    let entry = InboxEntry(
      sequence: 1, push: UUID(), createdAt: .start, state: .pending, isUnsynced: false, isSilent: false,
      payload: payload)
    let manner = NoticeManner(entry, payload, isAgain: false)
    #expect(manner.isLow == isLow && manner.sound == sound)
    let again = NoticeManner(entry, payload, isAgain: true)
    #expect(again.isLow && again.sound == nil, "what is shown again disturbs nobody")
  }

  @Test("a level that is not known is told, and taken for the usual")
  func level() {
    let payload = PushPayload(#"{"aps":{"alert":"x","interruption-level":"loud"}}"#)
    #expect(payload.interruption == .active && payload.problems == ["“interruption-level” is none that is known"])
    #expect(PushPayload(#"{"aps":{"interruption-level":"time-sensitive"}}"#).interruption == .timeSensitive)
  }
}

@Suite("Payloads in other services' forms")
struct ForeignPayloadTests {
  @Test("Firebase's message shows its notification, and its data are the vault's own members")
  func firebase() {
    let news = PushPayload(
      #"""
      {"message":{"topic":"news","notification":{"title":"Breaking News","body":"New news story available."},
      "data":{"story_id":"story_12345"}}}
      """#)
    #expect(news.title == "Breaking News" && news.text == "New news story available.")
    #expect(news.kind == .notice && news.sound == nil && news.problems.isEmpty && !news.isSilent)
    let match = PushPayload(
      #"""
      {"message":{"token":"bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1...","notification":{"title":"Portugal vs. Denmark",
      "body":"great match!"},"data":{"Nick":"Mario","Room":"PortugalVSDenmark"}}}
      """#)
    #expect(match.title == "Portugal vs. Denmark" && match.text == "great match!" && match.problems.isEmpty)
    let task = PushPayload(
      #"""
      {"message":{"notification":{"title":"Water","body":"Balcony","image":"https://example.org/a.png"},"data":{"kind":"task",
      "due":"1906567200","notify":"false","verify":"true","image":"a","jsondata":"{\"id\":1,\"message\":\"m\",\"sendername\":\"s\"}"}}}
      """#)
    #expect(task.kind == .task && task.due == Date(timeIntervalSince1970: 1_906_567_200))
    #expect(task.notify == false && task.needsVerification && task.message?.text == "m")
    #expect(task.picture == nil && task.problems.isEmpty)
  }

  @Test("what Firebase's message says for Apple's devices comes first")
  func firebaseForApple() {
    let payload = PushPayload(
      #"""
      {"message":{"notification":{"title":"All","body":"b"},"android":{"notification":{"title":"Android"}},
      "apns":{"headers":{"apns-priority":"5"},"payload":{"aps":{"sound":"default","category":"TASK","thread-id":"t",
      "alert":{"title":"Apple"}},"due":"2030-06-01T18:00:00Z"}},"data":{"due":"never"}}}
      """#)
    #expect(payload.title == "Apple" && payload.text.isEmpty && payload.sound == "default" && payload.threadID == "t")
    #expect(payload.kind == .task && payload.due != nil && payload.problems.isEmpty)
    let sound = PushPayload(#"{"message":{"notification":{"title":"All"},"apns":{"payload":{"aps":{"badge":1}}}}}"#)
    #expect(sound.title == "All" && sound.badge == 1 && !sound.isSilent)
  }

  @Test("Firebase's older form has the same beside each other")
  func olderFirebase() {
    let payload = PushPayload(
      #"""
      {"to":"/topics/news","priority":"high","notification":{"title":"Update","body":"A new version","sound":"default",
      "badge":"3","click_action":"TASK"},"data":{"verify":"yes"}}
      """#)
    #expect(payload.title == "Update" && payload.text.hasPrefix("A new version") && payload.sound == "default")
    #expect(payload.kind == .task && payload.badge == nil)
    #expect(payload.needsVerification && payload.problems == ["“verify” is neither true nor false"])
  }

  @Test("a message of data alone shows nothing, unless the data say what")
  func data() {
    let silent = PushPayload(#"{"message":{"token":"x","data":{"Nick":"Mario","Room":"PortugalVSDenmark"}}}"#)
    #expect(silent.isSilent && silent.problems.isEmpty)
    let text = PushPayload(#"{"to":"x","data":{"title":"Portugal vs. Denmark","body":"great match!"}}"#)
    #expect(!text.isSilent && text.title == "Portugal vs. Denmark" && text.text == "great match!")
    let hint = PushPayload(#"{"message":{"data":{"kind":"like"}}}"#)
    #expect(!hint.isSilent && hint.kind == .like)
  }

  @Test("JPush's notification is the one for Apple's devices, then the one for all")
  func jpush() {
    let simple = PushPayload(
      #"""
      {"platform":"all","audience":"all","notification":{"alert":"Hi,JPush !","android":{"extras":{"android-key1":"v"}},
      "ios":{"sound":"sound.caf","badge":"+1","extras":{"ios-key1":"ios-value1"}}}}
      """#)
    #expect(simple.title == "Hi,JPush !" && simple.sound == "sound.caf" && simple.badge == nil)
    #expect(simple.kind == .notice && simple.problems.isEmpty)
    let whole = PushPayload(
      #"""
      {"platform":"all","audience":{"tag":["深圳","北京"]},"notification":{"alert":"Hello","android":{"alert":"Hi, JPush!",
      "title":"Send to Android","builder_id":1,"extras":{"newsid":321}},"ios":{"alert":{"title":"水","body":"浇花"},"sound":"default",
      "badge":"+1","thread-id":"default","content-available":true,"interruption-level":"passive","extras":{"newsid":321,
      "kind":"task","due":1906567200}}},"message":{"msg_content":"Hi,JPush","content_type":"text","title":"msg",
      "extras":{"key":"value"}},"options":{"time_to_live":60,"apns_production":false}}
      """#)
    #expect(whole.title == "水" && whole.text == "浇花" && whole.threadID == "default" && whole.interruption == .passive)
    #expect(whole.kind == .task && whole.due != nil && !whole.isSilent && whole.problems.isEmpty)
    let android = PushPayload(
      #"{"platform":["android"],"audience":"all","notification":{"android":{"alert":"Hi","title":"Android"}}}"#)
    #expect(android.title == "Android" && android.text == "Hi")
    let custom = PushPayload(
      #"{"platform":"all","audience":"all","message":{"msg_content":"Hi,JPush","title":"msg","extras":{"kind":"task"}}}"#
    )
    #expect(custom.title == "msg" && custom.text == "Hi,JPush" && custom.kind == .task)
  }

  @Test(
    "what has aps is APNs', and what is in no form is what it was",
    arguments: [
      #"{"aps":{"alert":"x"},"notification":{"title":"y"},"message":{"notification":{"title":"z"}}}"#,
      #"{"aps":{"alert":"x"},"platform":"all","notification":{"alert":"y"}}"#,
    ])
  func precedence(payload: String) { #expect(PushPayload(payload).title == "x") }

  @Test("members of the same names that are something else are ignored")
  func others() {
    for payload in [
      #"{"message":"x","kind":"notice"}"#, #"{"message":{"x":1},"kind":"like"}"#, #"{"notification":"x"}"#,
      #"{"platform":"all"}"#, #"{"data":[1]}"#, #"{"kind":"like","data":{"title":"x"}}"#,
      #"{"message":{"apns":{"payload":7}}}"#, #"{"apns":{"payload":null}}"#,
    ] { #expect(PushPayload(payload).alert == nil && PushPayload(payload).problems.isEmpty, "\(payload)") }
    #expect(PushPayload(#"{"message":{"notification":{"title":7}}}"#).problems == ["“title” is not a text"])
    #expect(PushPayload(#"{"platform":1,"notification":{"alert":7}}"#).problems == ["“alert” is not a text"])
  }
}
