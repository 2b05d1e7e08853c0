import type { PreviewTask } from '../preview-task.js';

/** Addresses that a hostile file refers to. */
export interface Bait {
  /** Prefix of an HTTP address of the test's listener. */
  readonly http: string;
  /** Prefix of a `file:` address, in the folder with the canaries. */
  readonly file: string;
  /** Path of the folder with the canaries. */
  readonly folder: string;
}

/** A file that a stranger could upload to harm the machine. */
export interface HostileFile {
  readonly name: string;
  readonly kind: PreviewTask['kind'];
  readonly ending: string;
  readonly bytes: (bait: Bait) => Buffer | Promise<Buffer>;
}

export function hostile(
  kind: PreviewTask['kind'],
  ending: string,
  files: Readonly<Record<string, HostileFile['bytes']>>,
): HostileFile[] {
  return Object.entries(files).map(([name, bytes]) => ({ name, kind, ending, bytes }));
}
