import type { Job, Processor, Queue, QueueOptions, Worker, WorkerOptions } from 'bullmq';

/** The part of a BullMQ queue that this library uses. */
export interface JobQueue extends Pick<
  Queue,
  | 'add'
  | 'remove'
  | 'getDeduplicationJobId'
  | 'getJobCounts'
  | 'getJobScheduler'
  | 'upsertJobScheduler'
  | 'close'
> {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a BullMQ worker that this library uses. */
export interface JobWorker extends Pick<Worker, 'name' | 'pause' | 'cancelAllJobs' | 'close'> {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'failed', listener: (job: Job | undefined, error: Error) => void): unknown;
  on(event: 'stalled', listener: (jobId: string) => void): unknown;
}

/** Storage of BullMQ's queues. */
export interface JobsBackend {
  queue(name: string, options: Omit<QueueOptions, 'connection'>): JobQueue;
  worker(name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>): JobWorker;
  /** Rejects while the backend is unavailable. */
  check(): Promise<void>;
  /** Call it after closing its queues and workers. */
  close(): Promise<void>;
}
