internal import AgentAPI

extension RequestSamples {
  /// Requests about settings.
  static let settings: [RequestSample] = [
    RequestSample(
      ListSettings(), #"{"settings":{}}"#,
      reply: Frozen(
        [
          SettingRow(
            key: "unlock-timeout", value: "300", asked: "600", source: .environment, isGuarded: true, isConfirmed: false
          ),
          SettingRow(key: "log-level", value: "info", source: .standard),
        ],
        """
        [{"key":"unlock-timeout","value":"300","asked":"600","source":"environment","isGuarded":true,\
        "isConfirmed":false},{"key":"log-level","value":"info","source":"default","isGuarded":false,"isConfirmed":false}]
        """)),
    RequestSample(ConfirmSettings(), #"{"confirmSettings":{}}"#),
    RequestSample(
      ChangeSetting(key: "unlock-timeout", value: "600"),
      #"{"changeSetting":{"key":"unlock-timeout","value":"600"}}"#),
    RequestSample(ChangeSetting(key: "quiet-hours", value: nil), #"{"changeSetting":{"key":"quiet-hours"}}"#),
  ]
}
