internal import AgentAPI

extension RequestSamples {
  /// Requests about the credential store and backups.
  static let store: [RequestSample] = [
    RequestSample(ShowStore(), #"{"showStore":{}}"#, reply: storeStatus),
    RequestSample(CheckStore(), #"{"checkStore":{}}"#, reply: storeStatus),
    RequestSample(MigrateStore(to: .secretService), #"{"migrateStore":{"to":"secret-service"}}"#),
    RequestSample(AcceptStoreRollback(), #"{"acceptStoreRollback":{}}"#),
    RequestSample(CreateBackup(path: "4f2a"), #"{"backup":{"path":"4f2a"}}"#),
    RequestSample(
      EraseVault(withoutServer: true), #"{"erase":{"withoutServer":true}}"#,
      reply: Frozen(
        ErasurePlan(
          devices: [.init(name: "laptop", server: "https://vault.example.org", isRemoved: true)],
          outOfReach: ["Backups stay."]),
        #"{"devices":[{"name":"laptop","server":"https:\/\/vault.example.org","isRemoved":true}],"outOfReach":["Backups stay."]}"#
      )),
    RequestSample(RestoreBackup(path: "4f2a", textsOnly: true), #"{"restore":{"path":"4f2a","textsOnly":true}}"#),
  ]
}
