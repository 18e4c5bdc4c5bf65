internal import AgentAPI

extension RequestRouter {
  /// Requests that take tasks in, write them out and move them.
  mutating func route(to exports: ExportController, _ imports: ImportController, _ migration: MigrationController) {
    on(ExportTasks.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await exports.export(request, conversation))
    }
    on(ImportTasks.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await imports.importTasks(from: request.path, format: request.format, conversation))
    }
    on(MigrateTasks.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await migration.migrate(to: request.to, isAgreed: request.isAgreed, conversation))
    }
  }
}
