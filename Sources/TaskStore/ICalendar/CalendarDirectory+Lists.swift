internal import FoundationEssentials

extension ICalendarTaskStore {
  /// The most directories that are looked into.
  private static let maximumListCount = 100

  /// The directories in `path` that hold calendar files, where it holds none itself: then one of them was probably meant, as
  /// vdirsyncer has a directory for each list. At most the first 100 are looked into; what can't be read is none.
  public static func lists(below path: String) -> [String] {
    let names = contents(path)
    guard !names.contains(where: CalendarDirectory.isItem) else { return [] }
    return names.prefix(maximumListCount).filter { name in
      !name.hasPrefix(".") && contents(path + "/" + name).contains(where: CalendarDirectory.isItem)
    }
  }

  private static func contents(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
