public import FoundationEssentials

/// What is told of something that a person has done.
public struct Notice: Equatable, Sendable {
  /// What was done, in one line.
  public let text: String
  /// What takes exactly this change of tasks back; nil where nothing does.
  public let undo: Int64?
  /// What makes this change once more: after it was taken back, and where nothing takes it back, at once, since that was told to be undone.
  public let again: RepeatableChange?

  /// Whether it was something that nothing takes back: then nothing that was done before is taken back in its place.
  public let isFinal: Bool

  /// Whether it was done in the inbox.
  public let isOfInbox: Bool

  /// Whether the person sees what they have done where they did it: then nothing is laid over the page to tell it.
  public let isSeen: Bool

  /// The item whose title stands in the text; nil for none.
  public let item: QuotedItem?

  /// The tasks whose words stand in the text; none where these are protected.
  public let tasks: Set<UUID>

  /// What is still told where those words have been taken away.
  public let brief: String

  /// Tells something.
  public init(
    _ text: String, undo: Int64? = nil, again: RepeatableChange? = nil, isFinal: Bool = false, isOfInbox: Bool = false,
    isSeen: Bool = false, item: QuotedItem? = nil, tasks: Set<UUID> = [], brief: String = ""
  ) {
    (self.text, self.undo, self.again, self.isFinal, self.isSeen) = (text, undo, again, isFinal, isSeen)
    (self.isOfInbox, self.item) = (isOfInbox, item)
    (self.tasks, self.brief) = (tasks, brief)
  }
}
