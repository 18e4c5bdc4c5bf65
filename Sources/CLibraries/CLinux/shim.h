// What glibc offers only as macros or variadic functions, as functions that Swift can call.
#pragma once
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <unistd.h>

/// Overwrites `count` bytes; never optimised away.
static inline void vault_erase(void *bytes, size_t count) { explicit_bzero(bytes, count); }

/// Overwrites the 32 KiB of stack below the caller, where the calls it made before left their variables.
__attribute__((noinline)) static void vault_erase_stack(void) {
  char below[32 << 10];
  explicit_bzero(below, sizeof below);
}

/// Gives freed heap pages back to the kernel.
static inline void vault_trim_heap(void) { malloc_trim(0); }

/// Makes the allocator spread its blocks over at most so many arenas.
static inline int vault_limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }

/// 0 or -1 with errno: forbids (0) or allows (1) core dumps of and ptrace access to this process.
static inline int vault_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }
/// Whether core dumps of and ptrace access to this process are allowed.
static inline int vault_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 1; }

/// Asks the kernel to send `signal` to this process when its parent thread dies.
static inline int vault_set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

#define VAULT_KEY_SPEC_PROCESS_KEYRING (-2)

/// Adds a "user" key to the process keyring; its serial number, or -1 with errno.
static inline int32_t vault_keyring_add(const char *description, const void *payload, size_t count) {
  return (int32_t)syscall(SYS_add_key, "user", description, payload, count, VAULT_KEY_SPEC_PROCESS_KEYRING);
}
/// Reads a key's payload into `buffer`; its length, or -1 with errno.
static inline long vault_keyring_read(int32_t key, void *buffer, size_t count) {
  return syscall(SYS_keyctl, 11 /* KEYCTL_READ */, key, buffer, count, 0);
}
/// Invalidates a key at once; 0 or -1 with errno.
static inline long vault_keyring_invalidate(int32_t key) {
  return syscall(SYS_keyctl, 21 /* KEYCTL_INVALIDATE */, key, 0, 0, 0);
}
/// Gives a key a lifetime in seconds; 0 or -1 with errno.
static inline long vault_keyring_set_timeout(int32_t key, unsigned seconds) {
  return syscall(SYS_keyctl, 15 /* KEYCTL_SET_TIMEOUT */, key, seconds, 0, 0);
}

/// The kernel's `struct ucred`, which glibc declares only under _GNU_SOURCE.
typedef struct { int32_t pid; uint32_t uid; uint32_t gid; } vault_peer;

/// Who is at the other end of a Unix socket, as the kernel recorded it at connect; 0 or -1 with errno.
static inline int vault_peer_of(int socket, vault_peer *peer) {
  socklen_t size = sizeof *peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

/// Whether the process that connected still runs, by the descriptor that the kernel kept of it (Linux 6.5): 1 or 0, and -1 where
/// the kernel keeps none.
static inline int vault_peer_runs(int socket) {
  int process = -1;
  socklen_t size = sizeof process;
  if (getsockopt(socket, SOL_SOCKET, 77 /* SO_PEERPIDFD */, &process, &size) != 0) return errno == ENOPROTOOPT ? -1 : 0;
  struct pollfd ended = {.fd = process, .events = POLLIN};
  int result = poll(&ended, 1, 0);
  close(process);
  return result == 0;
}

// glibc declares these two (of 2.29 and 2.34) only under _GNU_SOURCE; `actions` is a posix_spawn_file_actions_t, whose
// header has to stay with Swift's Glibc module.
extern int posix_spawn_file_actions_addchdir_np(void *actions, const char *directory);
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);

/// Has the spawned process change to `directory`; 0 or an error number.
static inline int vault_spawn_chdir(void *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}
/// Has the spawned process close every descriptor from `first` on; 0 or an error number.
static inline int vault_spawn_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/// A descriptor on which the blocked signals of `mask` can be read; -1 with errno.
static inline int vault_signal_descriptor(const sigset_t *mask) { return signalfd(-1, mask, SFD_CLOEXEC | SFD_NONBLOCK); }
/// Reads one signal's number; 0 when none is there, -1 with errno.
static inline int vault_read_signal(int descriptor) {
  struct signalfd_siginfo info;
  ssize_t count = read(descriptor, &info, sizeof info);
  if (count == (ssize_t)sizeof info) return (int)info.ssi_signo;
  return count < 0 && errno != EAGAIN && errno != EINTR ? -1 : 0;
}

/// A descriptor that becomes readable when the process ends, closed in programs that are started; -1 with errno.
static inline int vault_process_descriptor(int32_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

/// 1 when what `path` holds lives in memory (tmpfs), 0 when not or when it can't be told.
static inline int vault_is_in_memory(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 && status.f_type == 0x01021994;
}

/// 1 when `descriptor` is in a procfs, 0 when not or when it can't be told.
static inline int vault_is_proc(int descriptor) {
  struct statfs status;
  return fstatfs(descriptor, &status) == 0 && status.f_type == 0x9fa0;
}
/// Opens `path` below a directory, on its own file system and by no symbolic link (openat2(2)); -1 with errno.
static inline int vault_open_below(int directory, const char *path, uint64_t flags) {
  struct open_how how = {flags, 0, RESOLVE_NO_XDEV | RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

/// A descriptor that tells when the wall clock reaches a moment, closed in programs that are started; -1 with errno.
static inline int vault_wall_clock_timer(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC); }
/// Sets it to a moment, in nanoseconds since 1970, or stops it with 0. A read waits for the moment, or fails with ECANCELED
/// when the clock is set. 0, or -1 with errno; after ECANCELED, too, it is set, but the clock was set before.
static inline int vault_set_wall_clock_timer(int descriptor, int64_t nanoseconds) {
  struct itimerspec moment = {{0, 0}, {nanoseconds / 1000000000, nanoseconds % 1000000000}};
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &moment, 0);
}

/// Has every program that this process starts, and this process, gain no privileges; 0 or -1 with errno.
static inline int vault_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

#if defined(__x86_64__)
#define VAULT_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define VAULT_AUDIT_ARCH AUDIT_ARCH_AARCH64
#else
#define VAULT_AUDIT_ARCH 0
#endif
#define VAULT_ALLOW(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define VAULT_REFUSE(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)

/// Receives what is there, and the descriptors that come with it, which are closed in programs that are started: the number of bytes, or -1
/// with errno. `received` is how many descriptors there are, at most `room`.
static inline ssize_t vault_receive(
    int socket, void *bytes, size_t count, int *descriptors, size_t room, size_t *received) {
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(16 * sizeof(int))];
  struct iovec part = {bytes, count};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  *received = 0;
  ssize_t result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (result < 0) return result;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    size_t found = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < found; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(head) + index * sizeof(int), sizeof descriptor);
      if (*received < room) descriptors[(*received)++] = descriptor; else close(descriptor);
    }
  }
  return result;
}

/// From here on this process may compute, ask for memory, and read and write what is open (seccomp(2)): opening a file is
/// refused, and anything else, memory that can be executed too, ends it. 0 or -1 with errno; ENOSYS on other processors.
static inline int vault_only_compute(void) {
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VAULT_AUDIT_ARCH, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    VAULT_ALLOW(SYS_read), VAULT_ALLOW(SYS_write), VAULT_ALLOW(SYS_brk), VAULT_ALLOW(SYS_munmap),
    VAULT_ALLOW(SYS_mremap), VAULT_ALLOW(SYS_madvise), VAULT_ALLOW(SYS_futex), VAULT_ALLOW(SYS_exit_group),
    VAULT_ALLOW(SYS_exit), VAULT_ALLOW(SYS_close), VAULT_ALLOW(SYS_fstat), VAULT_ALLOW(SYS_lseek),
    VAULT_ALLOW(SYS_clock_gettime), VAULT_ALLOW(SYS_getrandom), VAULT_ALLOW(SYS_sched_yield),
    VAULT_ALLOW(SYS_rt_sigreturn), VAULT_ALLOW(SYS_rt_sigprocmask), VAULT_ALLOW(SYS_getpid), VAULT_ALLOW(SYS_gettid),
    VAULT_ALLOW(SYS_sysinfo), VAULT_ALLOW(SYS_sched_getaffinity),
    VAULT_REFUSE(SYS_openat), VAULT_REFUSE(SYS_newfstatat), VAULT_REFUSE(SYS_readlinkat), VAULT_REFUSE(SYS_ioctl),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
  if (VAULT_AUDIT_ARCH == 0) { errno = ENOSYS; return -1; }
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

/// From here on this process may do nothing but compute, and use what is open (seccomp(2)): every call that could open, connect, start or
/// look into something else fails. 0 or -1 with errno; ENOSYS on other processors.
static inline int vault_only_serve(void) {
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VAULT_AUDIT_ARCH, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    VAULT_ALLOW(SYS_read), VAULT_ALLOW(SYS_write), VAULT_ALLOW(SYS_writev), VAULT_ALLOW(SYS_recvmsg),
    VAULT_ALLOW(SYS_recvfrom), VAULT_ALLOW(SYS_sendmsg), VAULT_ALLOW(SYS_sendto), VAULT_ALLOW(SYS_ppoll),
    VAULT_ALLOW(SYS_shutdown), VAULT_ALLOW(SYS_close), VAULT_ALLOW(SYS_fcntl), VAULT_ALLOW(SYS_setitimer),
    VAULT_ALLOW(SYS_brk), VAULT_ALLOW(SYS_munmap), VAULT_ALLOW(SYS_mremap),
    VAULT_ALLOW(SYS_madvise), VAULT_ALLOW(SYS_mlock), VAULT_ALLOW(SYS_munlock), VAULT_ALLOW(SYS_futex),
    VAULT_ALLOW(SYS_clock_gettime), VAULT_ALLOW(SYS_getrandom), VAULT_ALLOW(SYS_sched_yield),
    VAULT_ALLOW(SYS_restart_syscall), VAULT_ALLOW(SYS_rt_sigreturn), VAULT_ALLOW(SYS_rt_sigprocmask),
    VAULT_ALLOW(SYS_exit_group), VAULT_ALLOW(SYS_exit),
#if defined(SYS_poll)
    VAULT_ALLOW(SYS_poll), VAULT_ALLOW(SYS_alarm),
#endif
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
  if (VAULT_AUDIT_ARCH == 0) { errno = ENOSYS; return -1; }
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
