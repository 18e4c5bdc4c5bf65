internal import AgentAPI

extension RequestSamples {
  /// Requests about the login and the user's devices.
  static let account: [RequestSample] = [
    RequestSample(
      LogIn(email: "4f2a", server: "4f2a"), #"{"login":{"email":"4f2a","server":"4f2a"}}"#, reply: accountStatus),
    RequestSample(LogOut(forget: true), #"{"logout":{"forget":true}}"#),
    RequestSample(ShowAccount(), #"{"whoami":{}}"#, reply: accountStatus),
    RequestSample(
      ListDevices(), #"{"devices":{}}"#,
      reply: Frozen(
        [DeviceRow(token: "t", name: "desk", platform: "linux", lastSeenAt: date, isThisOne: true)],
        """
        [{"token":"t","name":"desk","platform":"linux","lastSeenAt":1800000000.5,"isThisOne":true}]
        """)),
    RequestSample(anotherForm: LogIn(), #"{"login":{}}"#),
  ]
}
