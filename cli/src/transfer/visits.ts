import { State } from '../settings/state.js';

/** A visit in progress. A download that resumes it does not count towards the limit of a link again. */
export interface Visit {
  readonly id: string;
  readonly token: string | null;
  /** Id of the mailed code, as sent in `x-link-challenge`. */
  readonly challenge?: string;
  /** The target of an opened link. */
  readonly target?: { readonly kind: 'file' | 'bundle'; readonly id: string };
}

/** Visits of unfinished downloads, by the address of the download. */
export const visits = new State<Visit>('visits');
