internal import AgentAPI
internal import Localization

extension RequestSamples {
  /// Requests about the state of the vault.
  static let health: [RequestSample] = [
    RequestSample(
      ShowStatus(), #"{"status":{}}"#,
      reply: Frozen(
        VaultStatus(
          isUnlocked: true, unlockedUntil: date, hasPIN: true, hasRecoveryCode: false, verification: .pin,
          account: accountStatus.value, store: .file, openTaskCount: 3, overdueTaskCount: 2, todayTaskCount: 1,
          protectedTaskCount: 1, unreadCount: 4,
          unreadChannels: [UnreadChannel(id: uuid, title: "News", unreadCount: 2)], notices: []),
        """
        {"isUnlocked":true,"unlockedUntil":1800000000.5,"hasPIN":true,"hasRecoveryCode":false,\
        "verification":"pin","account":\(accountStatus.json),"store":"file","openTaskCount":3,\
        "overdueTaskCount":2,"todayTaskCount":1,"protectedTaskCount":1,"unreadCount":4,\
        "unreadChannels":[{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","title":"News","unreadCount":2}],"notices":[]}
        """)),
    RequestSample(
      RunDoctor(), #"{"doctor":{}}"#,
      reply: Frozen(
        [DoctorFinding(.warning, "memory", "not locked", remedy: "raise it")],
        #"[{"severity":"warning","subject":"memory","finding":"not locked","remedy":"raise it"}]"#)),
    RequestSample(
      RunDoctor(), #"{"doctor":{}}"#,
      reply: Frozen(
        [DoctorFinding(.ok, "PIN", "none", remedy: "vault pin set", fix: .setPIN)],
        #"[{"severity":"ok","subject":"PIN","finding":"none","remedy":"vault pin set","fix":"set-pin"}]"#)),
    RequestSample(ApplyRemedy(.createRecoveryCode), #"{"applyRemedy":{"remedy":"create-recovery-code"}}"#),
  ]
}
