// Loaded before the agent, it ends it as SIGKILL does, before the n-th call that makes something durable or puts a file in its place,
// counted from the moment when the file that VAULT_TEST_KILL_POINT names is there; n stands in it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void count(void) {
  static atomic_int calls;
  const char *path = getenv("VAULT_TEST_KILL_POINT");
  // The client is started with the same environment.
  if (!path || !strstr(program_invocation_short_name, "agent")) return;
  int former = errno;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    char text[16] = {0};
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    if (got > 0 && atomic_fetch_add(&calls, 1) + 1 >= atoi(text)) kill(getpid(), SIGKILL);
  }
  errno = former;
}

int fsync(int file) {
  count();
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  count();
  return (int)syscall(SYS_fdatasync, file);
}

int rename(const char *from, const char *to) {
  count();
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
