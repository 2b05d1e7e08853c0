/**
 * Node's flags for Waybill's processes. V8 counts what streams hold outside of its heap, and collects young
 * garbage early: both keep a process small that bytes pass through (docs/benchmarks.md).
 */
export const nodeFlags = ['--max-semi-space-size=8', '--external-memory-accounted-in-global-limit'];

/** A gateway of many processes has less memory, and also collects old garbage early (docs/decisions/a-small-gateway.md). */
export const gatewayFlags = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=30',
  '--external-memory-accounted-in-global-limit',
];

/** An allocator that gives back what was freed, where the machine has it. */
export const gatewayAllocator = {
  LD_PRELOAD: 'libjemalloc.so.2',
  MALLOC_CONF: 'dirty_decay_ms:50,muzzy_decay_ms:0,narenas:1',
};
