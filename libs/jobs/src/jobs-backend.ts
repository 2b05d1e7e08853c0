import type { Job, Processor, Queue, QueueOptions, Worker, WorkerOptions } from 'bullmq';

/** What this library asks of a BullMQ queue, whatever the queue runs on. */
export interface JobQueue extends Pick<
  Queue,
  'add' | 'remove' | 'getDeduplicationJobId' | 'getJobCounts' | 'upsertJobScheduler' | 'close'
> {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What this library asks of a BullMQ worker, whatever its queue runs on. */
export interface JobWorker extends Pick<Worker, 'name' | 'pause' | 'cancelAllJobs' | 'close'> {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'failed', listener: (job: Job | undefined, error: Error) => void): unknown;
  on(event: 'stalled', listener: (jobId: string) => void): unknown;
}

/** Where BullMQ keeps its queues. */
export interface JobsBackend {
  queue(name: string, options: Omit<QueueOptions, 'connection'>): JobQueue;
  worker(name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>): JobWorker;
  /** Rejects while the backend does not answer. */
  check(): Promise<void>;
  /** After its queues and workers were closed. */
  close(): Promise<void>;
}
