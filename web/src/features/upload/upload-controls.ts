import type { LinkChoice } from './batch-state.js';

/** Actions on one file of an upload. */
export interface FileControls {
  readonly remove: (key: number) => void;
  readonly retry: (key: number) => void;
  readonly pause: (key: number) => void;
  readonly resume: (key: number) => void;
}

/** Actions on the files of an upload. */
export interface UploadControls extends FileControls {
  /** Without a key: all files. */
  readonly retry: (key?: number) => void;
  readonly pause: (key?: number) => void;
  readonly resume: (key?: number) => void;
  readonly cancel: () => void;
  readonly choose: (choice: LinkChoice) => void;
}
