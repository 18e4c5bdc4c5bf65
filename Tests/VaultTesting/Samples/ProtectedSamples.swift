internal import AgentAPI
internal import VaultModel

extension RequestSamples {
  /// Requests about protected texts.
  static let protected: [RequestSample] = [
    RequestSample(RevealTexts(task: "4f2a", isFollowed: true), #"{"reveal":{"task":"4f2a","isFollowed":true}}"#),
    RequestSample(
      EditText(task: "4f2a", hasSubtasks: true), #"{"editText":{"task":"4f2a","hasSubtasks":true}}"#, reply: report),
    RequestSample(
      ProtectTasks(tasks: ["4f2a"], label: "4f2a", alwaysVerify: true, destruction: .whenDone),
      #"{"protect":{"tasks":["4f2a"],"label":"4f2a","alwaysVerify":true,"destruction":{"whenDone":{}}}}"#, reply: report
    ),
    RequestSample(
      SetAlwaysVerify(tasks: ["4f2a"], isOn: true), #"{"setAlwaysVerify":{"tasks":["4f2a"],"isOn":true}}"#,
      reply: report),
    RequestSample(UnprotectTasks(["4f2a"]), #"{"unprotect":{"tasks":["4f2a"]}}"#, reply: report),
    RequestSample(
      ShowCode("4f2a"), #"{"code":{"task":"4f2a"}}"#, reply: Frozen(CodeValidity(seconds: 17), #"{"seconds":17}"#)),
    RequestSample(CopyText("4f2a"), #"{"copy":{"task":"4f2a"}}"#),
    RequestSample(RevealTexts(task: nil), #"{"reveal":{"isFollowed":false}}"#),
  ]
}
