import { bubblewrapArguments, type SandboxFiles } from './bubblewrap-arguments.js';

/** Sandbox of the preview children of this process, besides their limits. */
export interface Sandbox {
  /** Path of bubblewrap: no network, no other process, and only the files that the child needs. Null: not used. */
  readonly bubblewrapPath: string | null;
  /** User and group that children run as. Null: those of this process. */
  readonly uid: number | null;
}

/** No isolation: children are confined by their limits only. */
export const noSandbox: Sandbox = { bubblewrapPath: null, uid: null };

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** The command that runs `command` in the sandbox. */
export function confine({ bubblewrapPath }: Sandbox, files: SandboxFiles, command: Command): Command {
  if (bubblewrapPath === null) return command;
  return [bubblewrapPath, ...bubblewrapArguments(files), '--', ...command];
}
