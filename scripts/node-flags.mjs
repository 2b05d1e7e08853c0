/**
 * What every Waybill process is started with. V8 counts what streams hold outside of its heap, and collects young
 * garbage early: both keep a process small that bytes pass through (docs/benchmarks.md).
 */
export const nodeFlags = ['--max-semi-space-size=4', '--external-memory-accounted-in-global-limit'];
