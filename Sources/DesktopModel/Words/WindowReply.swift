internal import AgentAPI
internal import Localization
internal import VaultClient

/// A reply with sentences of the agent's in it.
protocol WindowReply {
  /// As it is said in the window.
  var inWindow: Self { get }
}

extension Acknowledgement: WindowReply {
  var inWindow: Acknowledgement {
    var said = self
    said.message = WindowWords.text(message)
    return said
  }
}

extension TaskChangeReport: WindowReply {
  var inWindow: TaskChangeReport {
    var said = self
    said.notes = notes.map(WindowWords.text).filter { !$0.isEmpty }
    said.trouble = trouble?.inWindow
    return said
  }
}

extension VaultStatus: WindowReply {
  var inWindow: VaultStatus {
    var said = self
    said.account.problem = account.problem.map(WindowWords.message)
    return said
  }
}

extension DoctorFinding: WindowReply {
  var inWindow: DoctorFinding {
    var said = self
    said.finding = WindowWords.message(finding)
    // What the agent itself can do has a button, and needs no words besides.
    said.remedy = fix?.word == nil ? WindowWords.text(remedy) : ""
    return said
  }
}

extension AgentConnection {
  /// Sends a request; what comes of it is said as in the window.
  func ask<Request: AgentRequest>(
    _ request: Request, _ responder: any AgentResponder = UnattendedResponder()
  ) async throws(Failure) -> Request.Reply {
    do throws(Failure) {
      let reply = try await send(request, responder)
      return (reply as? any WindowReply)?.inWindow as? Request.Reply ?? reply
    } catch { throw error.inWindow }
  }
}
