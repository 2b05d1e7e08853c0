import { statfs } from 'node:fs/promises';
import { AppError } from '@waybill/contracts';

/** TTL of a measurement in milliseconds. A fast disk can take a few hundred MiB in that time. */
const MEASURED_MS = 250;

export type MinFreeBytes = number | 'automatic';

/** Bytes to keep free by default: 1 GiB, or `DEFAULT_SHARE` of the disk if that is less. */
const DEFAULT_FLOOR = 1024 ** 3;
const DEFAULT_SHARE = 0.05;

/** Keeps a part of the disk free for the database, which writes to the same disk and needs room even for a deletion. */
export class FreeDisk {
  private measuredAt = -Infinity;
  private isBelow = false;

  /** @param minFreeBytes 0: no limit; `automatic`: 1 GiB, or a twentieth of the disk if that is less */
  constructor(
    private readonly path: string,
    private readonly minFreeBytes: MinFreeBytes,
  ) {}

  /** @throws AppError `server.storage-full` */
  async requireRoom(): Promise<void> {
    if (this.minFreeBytes === 0) return;
    const now = performance.now();
    // While below the floor, measure every time, so that uploads are accepted as soon as there is room.
    if (this.isBelow || now - this.measuredAt >= MEASURED_MS) {
      this.measuredAt = now;
      const { bavail, blocks, bsize } = await statfs(this.path);
      const floor =
        this.minFreeBytes === 'automatic'
          ? Math.min(DEFAULT_FLOOR, DEFAULT_SHARE * blocks * bsize)
          : this.minFreeBytes;
      this.isBelow = bavail * bsize < floor;
    }
    if (this.isBelow) throw new AppError('server.storage-full');
  }
}
