/// Where in a file something stands, counted from 1.
public struct FilePosition: Equatable, Sendable, CustomStringConvertible {
  /// Which task of the file; nil where it is none's.
  public var task: Int?
  /// Which line.
  public var line: Int

  /// Makes a place.
  public init(task: Int? = nil, line: Int) {
    self.task = task
    self.line = line
  }

  /// For instance `task 3, line 4`.
  public var description: String { (task.map { "task \($0), " } ?? "") + "line \(line)" }
}

/// Why a file can't be read; never quotes it.
public enum ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It has more than ``ExchangeLimits/maximumByteCount`` bytes.
  case tooLarge
  /// It is not text in UTF-8.
  case notText
  /// It is no file of this format; the text says why.
  case malformed(String, FilePosition)
  /// It was written by a newer vault, in this version of the format.
  case newerVersion(Int)
  /// A text is longer than so many bytes; the text says which.
  case tooLong(String, maximum: Int, FilePosition)
  /// There are more than so many; the text says of what.
  case tooMany(String, maximum: Int, FilePosition)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .tooLarge: "The file is larger than \(ExchangeLimits.maximumByteCount >> 20) MiB."
    case .notText: "The file is not text in UTF-8."
    case .malformed(let reason, let place): "The file can't be read: \(reason) (\(place))."
    case .newerVersion(let version): "The file was written by a newer vault (version \(version) of the format)."
    case .tooLong(let what, let maximum, let place): "\(what) is longer than \(maximum) bytes (\(place))."
    case .tooMany(let what, let maximum, let place): "There are more than \(maximum) \(what) (\(place))."
    }
  }
}
