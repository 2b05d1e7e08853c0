import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system of its own (tmpfs), for tests of a full disk. */
export class SmallDisk {
  private mounted = true;

  private constructor(readonly path: string) {}

  /** @param mebibytes capacity */
  static mount(mebibytes: number): SmallDisk {
    const path = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
    execFileSync('mount', optionsFor(mebibytes, path));
    return new SmallDisk(path);
  }

  /** Reason why this machine cannot mount one, as a sentence. Null if it can. */
  static unavailable(): string | null {
    const path = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
    const { status } = spawnSync('mount', optionsFor(1, path));
    if (status === 0) execFileSync('umount', [path]);
    rmdirSync(path);
    return status === 0 ? null : 'Tests of a full disk mount a tmpfs, which needs root on Linux.';
  }

  /** Unmounts the disk and loses its files. Idempotent. */
  unmount(): void {
    if (!this.mounted) return;
    execFileSync('umount', [this.path]);
    this.mounted = false;
    rmdirSync(this.path);
  }
}

/** `describe` for tests that need a small disk. Skips them and prints the reason where it cannot be mounted. */
export function describeOnSmallDisk(name: string, tests: () => void): void {
  const reason = SmallDisk.unavailable();
  if (reason !== null) process.stderr.write(`Skipped "${name}": ${reason}\n`);
  (reason === null ? describe : describe.skip)(name, tests);
}

function optionsFor(mebibytes: number, path: string): string[] {
  return ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path];
}
