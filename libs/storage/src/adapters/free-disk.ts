import { statfs } from 'node:fs/promises';
import { AppError } from '@waybill/contracts';

/** A measurement is used for so long: a fast disk takes a few hundred MiB meanwhile. */
const MEASURED_MS = 250;

export type MinFreeBytes = number | 'automatic';

/** Floor unless one is set: a gibibyte, or this share of a small disk. */
const DEFAULT_FLOOR = 1024 ** 3;
const DEFAULT_SHARE = 0.05;

/** Keeps a part of a disk free: the database writes to it too, even for a deletion. */
export class FreeDisk {
  private measuredAt = -Infinity;
  private isBelow = false;

  /** @param minFreeBytes 0: none; automatic: a gibibyte, or a twentieth of a small disk */
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
