internal import AgentAPI

extension RequestSamples {
  /// Requests about the credential store and backups.
  static let store: [RequestSample] = [
    RequestSample(ShowStore(), #"{"showStore":{}}"#, reply: storeStatus),
    RequestSample(CheckStore(), #"{"checkStore":{}}"#, reply: storeStatus),
    RequestSample(MigrateStore(to: .secretService), #"{"migrateStore":{"to":"secret-service"}}"#),
    RequestSample(AcceptStoreRollback(), #"{"acceptStoreRollback":{}}"#),
    RequestSample(CreateBackup(path: "4f2a"), #"{"backup":{"path":"4f2a"}}"#),
    RequestSample(RestoreBackup(path: "4f2a", textsOnly: true), #"{"restore":{"path":"4f2a","textsOnly":true}}"#),
  ]
}
