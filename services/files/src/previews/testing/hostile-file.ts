import type { PreviewTask } from '../preview-task.js';

/** Addresses that a hostile file refers to. */
export interface Bait {
  /** Start of an address of a listener. */
  readonly http: string;
  /** Start of a file address, of a folder with canaries. */
  readonly file: string;
  /** The same folder as a path. */
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
