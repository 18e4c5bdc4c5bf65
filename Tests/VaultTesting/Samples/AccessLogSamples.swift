internal import AgentAPI

extension RequestSamples {
  /// Requests about the access log.
  static let accessLog: [RequestSample] = [
    RequestSample(
      ListAccessLog(limit: 2), #"{"accessLog":{"limit":2}}"#,
      reply: Frozen(
        [
          AccessLogEntry(
            date: date, task: uuid, action: "reveal", program: "vault", pid: 9, terminal: "pts/1", granted: false,
            reason: "wrong PIN")
        ],
        """
        [{"date":1800000000.5,"task":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","action":"reveal",\
        "program":"vault","pid":9,"terminal":"pts/1","granted":false,"reason":"wrong PIN"}]
        """)),
    RequestSample(
      VerifyAccessLog(), #"{"verifyLog":{}}"#,
      reply: Frozen(
        LogVerification(
          verdict: .changed, chapters: 2, entries: 7, unvouched: 3, letGo: 4, since: date,
          findings: [.init(kind: "removed", chapter: 2, date: date, text: "gone")]),
        """
        {"verdict":"changed","chapters":2,"entries":7,"unvouched":3,"letGo":4,"since":1800000000.5,\
        "findings":[{"kind":"removed","chapter":2,"date":1800000000.5,"text":"gone"}]}
        """)),
  ]
}
