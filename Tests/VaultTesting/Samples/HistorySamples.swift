internal import AgentAPI
internal import Localization

extension RequestSamples {
  /// Requests about what was done.
  static let history: [RequestSample] = [
    RequestSample(UndoOperations(count: 2), #"{"undo":{"count":2}}"#, reply: report),
    RequestSample(
      UndoOperation(operation: 17), #"{"undoOperation":{"operation":17}}"#,
      reply: Frozen(
        TaskChangeReport([], operation: 17),
        #"{"lines":[],"notes":[],"operation":17}"#)),
    RequestSample(ListHistory(limit: 2), #"{"history":{"limit":2}}"#, reply: operations),
    RequestSample(
      ListHistory(limit: 2, nameCount: 3), #"{"history":{"limit":2,"nameCount":3}}"#,
      reply: Frozen(
        [OperationRow(id: 3, date: date, action: "add", tasks: ["4f2a Milk"], taskCount: 9, needsVerification: false)],
        """
        [{"id":3,"date":1800000000.5,"action":"add","tasks":["4f2a Milk"],"taskCount":9,"needsVerification":false,\
        "isSkipped":false}]
        """)),
    RequestSample(SkipOperations(count: 2), #"{"skipOperations":{"count":2}}"#, reply: operations),
  ]
}
