import { statfs } from 'node:fs/promises';
import { AppError } from '@waybill/contracts';

/** A measurement is used for so long: a fast disk takes a few hundred MiB meanwhile. */
const MEASURED_MS = 250;

/** Keeps a part of a disk free: the database writes to it too, even for a deletion. */
export class FreeDisk {
  private measuredAt = -Infinity;
  private isBelow = false;

  /** @param minFreeBytes 0: none */
  constructor(
    private readonly path: string,
    private readonly minFreeBytes: number,
  ) {}

  /** @throws AppError `server.storage-full` */
  async requireRoom(): Promise<void> {
    if (this.minFreeBytes === 0) return;
    const now = performance.now();
    if (now - this.measuredAt >= MEASURED_MS) {
      this.measuredAt = now;
      const { bavail, bsize } = await statfs(this.path);
      this.isBelow = bavail * bsize < this.minFreeBytes;
    }
    if (this.isBelow) throw new AppError('server.storage-full');
  }
}
