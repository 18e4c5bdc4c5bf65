// Loaded before libfaketime, it lets timers of the steady clocks be.
//
// libfaketime moves every absolute timer of a descriptor by as much as the wall clock is wrong, even where it is told to leave the
// steady clocks alone (seen with 0.9.10): a program whose clock is behind would wait for weeks whenever it waits at all.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

typedef int SetTime(int, int, const struct itimerspec *, struct itimerspec *);

// Whether the kernel says "clockid: 1" (CLOCK_MONOTONIC) or "clockid: 7" (CLOCK_BOOTTIME) of the descriptor.
static int is_steady(int descriptor) {
  char path[40], text[512];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count < 0 ? 0 : count] = 0;
  return strstr(text, "clockid: 1\n") || strstr(text, "clockid: 7\n");
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
  if (is_steady(descriptor)) return (int)syscall(SYS_timerfd_settime, descriptor, flags, new, old);
  SetTime *next = (SetTime *)dlsym(RTLD_NEXT, "timerfd_settime");
  return next(descriptor, flags, new, old);
}
