import AgentAPI
import Localization
import VaultTesting

extension GoldenMessages {
  static let agent: [(AgentMessage, String)] = [
    (
      .welcome(Welcome(protocolVersion: 1, build: "0.1.0", pid: 7, notices: ["n"])),
      #"{"welcome":{"protocolVersion":1,"build":"0.1.0","pid":7,"notices":["n"]}}"#
    ),
    (
      .prompt(Prompt(.pinOrRecoveryCode, text: "PIN", deadlineSeconds: 60, number: 2)),
      #"{"prompt":{"kind":"pinOrRecoveryCode","text":"PIN","deadlineSeconds":60,"number":2}}"#
    ),
    (
      .secret(SecretNotice(kind: .recoveryCode, remaining: 1)),
      #"{"secret":{"kind":"recoveryCode","remaining":1}}"#
    ),
    (
      .progress(AgentAPI.Progress(activity: "Copying", completed: 1, total: nil)),
      #"{"progress":{"activity":"Copying","completed":1}}"#
    ),
    (
      .failure(Failure(.tryLater, "Wait.", hint: "H", retryAfterSeconds: 30)),
      #"{"failure":{"code":"tryLater","message":"Wait.","hint":"H","retryAfterSeconds":30}}"#
    ),
    (.event(.locked(reason: "sleep")), #"{"event":{"locked":{"reason":"sleep"}}}"#),
    (
      .welcome(
        Welcome(
          protocolVersion: 1, build: "0.1.0", pid: 7, notices: [],
          surroundings: LaunchEnvironment(bus: "unix:path=/b", config: "/c", state: "/s"))),
      """
      {"welcome":{"protocolVersion":1,"build":"0.1.0","pid":7,"notices":[],\
      "surroundings":{"bus":"unix:path=/b","config":"/c","state":"/s"}}}
      """
    ),
    (
      .welcome(Welcome(protocolVersion: 1, build: "0.1.0", pid: 7, notices: [], isReplaced: true)),
      #"{"welcome":{"protocolVersion":1,"build":"0.1.0","pid":7,"notices":[],"isReplaced":true}}"#
    ),
    (.event(.changed), #"{"event":{"changed":{}}}"#),
    (
      .event(.tasks(TaskPage(rows: [RequestSamples.protectedRow.value], total: 7))),
      #"{"event":{"tasks":{"rows":[\#(RequestSamples.protectedRow.json)],"total":7}}}"#
    ),
    (.event(.stopping), #"{"event":{"stopping":{}}}"#),
    (.event(.unknown), #"{"event":{"unknown":{}}}"#),
    (.unknown, #"{"unknown":{}}"#),
  ]
}
