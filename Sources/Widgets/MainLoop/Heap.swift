#if Desktop
internal import CAdwaita

/// What the program has of memory.
public enum Heap {
  /// Gives the system back what is free in it: glibc keeps free what lies between blocks that are in use, which many pictures that came and went leave.
  public static func giveBack() { malloc_trim(0) }
}
#endif
