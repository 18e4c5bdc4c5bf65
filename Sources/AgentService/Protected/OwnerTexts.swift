internal import AgentAPI

/// The sealed texts, and the list of those that the owner has confirmed.
struct OwnerTexts: OwnerTextsKeeping {
  let records: SealedRecords
  let confirmedList: ConfirmedListStore

  func begin(of owner: OwnerService.Verified) async throws(Failure) { try await confirmedList.begin(of: owner) }

  func beginAtUpgrade(of owner: OwnerService.Verified) async throws(Failure) {
    try await confirmedList.beginAtUpgrade(of: owner)
  }

  func forgetRead() {
    records.forgetRead()
    confirmedList.forget()
  }
}
