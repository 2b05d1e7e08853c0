import type { StartTransfer, TransferJob, TransferListeners, UploadError } from '../transfer.js';

/** A transfer that the test completes or refuses. */
interface FakeTransfer extends TransferListeners {
  readonly job: TransferJob;
  readonly calls: string[];
  readonly arrive: () => void;
  readonly refuse: (error: UploadError) => void;
}

/** Transfers that the test completes or refuses. The id of a file is `id of`, followed by its name. */
export class FakeTransfers {
  private readonly all: FakeTransfer[] = [];

  readonly start: StartTransfer = (job, listeners) => {
    const calls: string[] = [];
    let arrive = () => {};
    let refuse: (error: UploadError) => void = () => {};
    const done = new Promise<string>((resolve, reject) => {
      arrive = () => resolve(`id of ${job.file.name}`);
      refuse = reject;
    });
    this.all.push({ ...listeners, job, calls, arrive, refuse });
    const note = (call: string) => () => calls.push(call);
    return {
      done,
      pause: note('pause'),
      resume: note('resume'),
      cancel: note('cancel'),
      end: note('end'),
    };
  };

  /** Names of the files, in the order in which their transfers started. */
  names(): string[] {
    return this.all.map(({ job }) => job.file.name);
  }

  /** The newest transfer of a file. */
  of(name: string): FakeTransfer {
    const found = this.all.findLast(({ job }) => job.file.name === name);
    if (!found) throw new Error(`${name} is not under way`);
    return found;
  }
}
