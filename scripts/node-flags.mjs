/**
 * Node's flags for Waybill's processes. V8 collects young garbage early, and counts the buffers that streams hold
 * outside of its heap: both keep a process small while it streams (docs/benchmarks.md).
 */
export const nodeFlags = ['--max-semi-space-size=8', '--external-memory-accounted-in-global-limit'];

/** glibc's malloc keeps freed memory in the arena of a thread. With one arena for all threads, all can use it again. */
export const allocator = { MALLOC_ARENA_MAX: '1' };

/** A gateway of a cluster has less memory, and also collects old garbage early (docs/decisions/a-small-gateway.md). */
export const gatewayFlags = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
  '--external-memory-accounted-in-global-limit',
];

/** jemalloc, where it is installed: it returns freed memory to the operating system. */
export const gatewayAllocator = {
  LD_PRELOAD: 'libjemalloc.so.2',
  MALLOC_CONF: 'dirty_decay_ms:50,muzzy_decay_ms:0,narenas:1',
};
