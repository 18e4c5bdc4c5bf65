internal import FoundationEssentials

/// A file system that other machines have, too. Its locks hold on one machine alone, or not, as it was mounted; and SQLite's log is shared
/// through memory, which two machines don't share.
struct NetworkFileSystem: Equatable {
  /// As the kernel calls it, for instance `nfs4`.
  let type: String

  /// Not `9p` and `virtiofs`, which machines in machines have their own disks by.
  private static let types: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "coda", "ceph", "lustre", "gfs2", "ocfs2", "beegfs", "fuse.sshfs",
    "fuse.glusterfs", "fuse.ceph", "fuse.ceph-fuse",
  ]

  /// What a mount is, by its id in `/proc/self/mountinfo` (proc(5)); nil for a disk of this machine.
  init?(mount: String, in mounts: String) {
    let line = mounts.split(separator: "\n").first { $0.hasPrefix(mount + " ") }
    // What stands before the hyphen has more or fewer fields; a blank in a path is written as \040.
    guard let line, let hyphen = line.firstRange(of: " - "),
      let type = line[hyphen.upperBound...].split(separator: " ").first, Self.types.contains(String(type))
    else { return nil }
    self.type = String(type)
  }

  /// What an open file or directory is on; nil for a disk of this machine, and where the kernel does not say.
  init?(of descriptor: Int32) {
    let (name, end) = ("mnt_id:", "\n")
    guard let facts = Self.text("/proc/self/fdinfo/\(descriptor)"), let mounts = Self.text("/proc/self/mountinfo"),
      let fact = facts.split(separator: end).first(where: { $0.hasPrefix(name) })
    else { return nil }
    let mount = fact.dropFirst(name.count).drop { $0 == "\t" || $0 == " " }
    self.init(mount: String(mount), in: mounts)
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Why nothing is served from there.
  func refusal(of path: String) -> CommandFailure {
    CommandFailure(
      .cannotCreate,
      "\(path) is on a network file system (\(type)), where another machine could serve it at the same time; name a directory on a disk of this machine"
    )
  }
}
