import { download } from './download.js';
import type { Job } from './job.js';
import { latency } from './latency.js';
import type { LoadAnswer, LoadOrder } from './load-process.js';
import { upload } from './upload.js';

/** Load generator: runs the jobs that its parent process sends, and exits with it. */
process.on('message', (order: LoadOrder) => void perform(order));
process.on('disconnect', () => process.exit());

async function perform({ id, job }: LoadOrder): Promise<void> {
  try {
    answer({ id, result: await run(job) });
  } catch (error) {
    answer({ id, error: (error as Error).message });
  }
}

function run(job: Job) {
  switch (job.kind) {
    case 'upload':
      return upload(job);
    case 'download':
      return download(job);
    case 'latency':
      return latency(job);
  }
}

function answer(message: LoadAnswer): void {
  process.send?.(message);
}
