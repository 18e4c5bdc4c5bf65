/// The most that is read from one file.
public enum ExchangeLimits {
  /// Bytes of a file.
  public static let maximumByteCount = 64 << 20
  /// Tasks of a file; for Taskwarrior, which knows no subtasks, these count too.
  public static let maximumTaskCount = 200_000
  /// UTF-8 bytes of a name, label or tag.
  public static let maximumNameByteCount = 4096
  /// Subtasks of a task.
  public static let maximumSubtaskCount = 200
  /// Tags of a task.
  public static let maximumTagCount = 50
  /// UTF-8 bytes of a line of a todo.txt file.
  public static let maximumLineByteCount = 64 << 10
  /// JSON objects and arrays inside one another.
  public static let maximumDepth = 16
  /// JSON values in one task: as many as notes with one line each need.
  public static let maximumValueCount = 300_000
  /// Different repetitions that tasks can't have; to find that one never occurs takes a long search.
  public static let maximumRefusedRuleCount = 50
  /// Notes about single places; more are only counted.
  public static let maximumNoteCount = 100
}
