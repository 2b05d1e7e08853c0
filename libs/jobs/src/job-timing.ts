export interface JobTiming {
  /** A worker that has not renewed the lock of its job for this long counts as killed. */
  readonly lockMs: number;
  /** Interval of the search for jobs of killed workers. Only the second search finds such a job. */
  readonly stalledCheckIntervalMs: number;
  /** Time for which a closing process waits for running jobs before it aborts them, and again afterwards. */
  readonly stopTimeoutMs: number;
  /** Interval of the check whether schedules have stopped. */
  readonly scheduleCheckIntervalMs: number;
}

export const defaultTiming: JobTiming = {
  lockMs: 30_000,
  stalledCheckIntervalMs: 15_000,
  // Counts twice, for waiting and for aborting, and still fits into the 20 seconds in which the services of one machine
  // must close.
  stopTimeoutMs: 4_000,
  scheduleCheckIntervalMs: 30_000,
};
