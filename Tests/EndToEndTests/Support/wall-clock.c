// Loaded before a program, it moves the program's wall clock by as many seconds as a file says; the steady clocks go on.
//
// Where a call takes a moment without its clock, one after 2001 is the wall clock's: no machine has run for 31 years.

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int64_t shift(void) {
  static _Atomic(const volatile int64_t *) known;
  const volatile int64_t *seconds = atomic_load(&known);
  if (!seconds) {
    const char *path = getenv("VAULT_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *map = file < 0 ? MAP_FAILED : mmap(0, sizeof *seconds, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) abort();  // a right clock would make the test say what it has not seen
    close(file);
    seconds = map;
    atomic_store(&known, seconds);
  }
  return *seconds;
}

static int is_wall(const struct timespec *moment) { return moment->tv_sec > 1000000000; }

static struct timespec truly(const struct timespec *moment) {
  struct timespec result = *moment;
  if (is_wall(moment)) result.tv_sec -= shift();
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;  // "the zone should be NULL" (gettimeofday(2))
  struct timespec moment;
  clock_gettime(CLOCK_REALTIME, &moment);
  *now = (struct timeval){moment.tv_sec, moment.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *result) {
  struct timespec moment;
  clock_gettime(CLOCK_REALTIME, &moment);
  if (result) *result = moment.tv_sec;
  return moment.tv_sec;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
  struct itimerspec moved = *new;
  if (flags & TFD_TIMER_ABSTIME) moved.it_value = truly(&new->it_value);
  return (int)syscall(SYS_timerfd_settime, timer, flags, &moved, old);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *moment) {
  struct timespec moved = truly(moment);
  return pthread_cond_clockwait(condition, mutex, is_wall(moment) ? CLOCK_REALTIME : CLOCK_MONOTONIC, &moved);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *moment) {
  struct timespec moved = truly(moment);
  return sem_clockwait(semaphore, CLOCK_REALTIME, &moved);
}
