import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder on a disk of its own, which is soon full: memory that is mounted. */
export class SmallDisk {
  private mounted = true;

  private constructor(readonly path: string) {}

  /** @param mebibytes what fits */
  static mount(mebibytes: number): SmallDisk {
    const path = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
    execFileSync('mount', optionsFor(mebibytes, path));
    return new SmallDisk(path);
  }

  /** Why this machine cannot have one, in one sentence; null when it can. */
  static unavailable(): string | null {
    const path = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
    const { status } = spawnSync('mount', optionsFor(1, path));
    if (status === 0) execFileSync('umount', [path]);
    rmdirSync(path);
    return status === 0
      ? null
      : 'A disk that is full needs leave to mount a small one, which root has on Linux.';
  }

  /** Gives it up with all that is on it; nobody may use it any more. Idempotent. */
  unmount(): void {
    if (!this.mounted) return;
    execFileSync('umount', [this.path]);
    this.mounted = false;
    rmdirSync(this.path);
  }
}

/** A `describe` of tests that need a small disk, or a skip that says why there is none. */
export function describeOnSmallDisk(name: string, tests: () => void): void {
  const reason = SmallDisk.unavailable();
  if (reason !== null) process.stderr.write(`Skipped "${name}": ${reason}\n`);
  (reason === null ? describe : describe.skip)(name, tests);
}

function optionsFor(mebibytes: number, path: string): string[] {
  return ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path];
}
