internal import AgentAPI

extension RequestRouter {
  /// Requests about the vault as a whole, and about settings that weaken a guard.
  mutating func route(to status: StatusController, _ doctor: DoctorController, _ settings: SettingsController) {
    on(ShowStatus.self) { (_, conversation) throws(Failure) in try await status.status(conversation) }
    on(RunDoctor.self) { (_) throws(Failure) in await doctor.findings() }
    on(ListSettings.self) { (_) throws(Failure) in await settings.rows() }
    on(ConfirmSettings.self) { (_, conversation) throws(Failure) in
      Acknowledgement(try await settings.confirm(conversation))
    }
  }
}
