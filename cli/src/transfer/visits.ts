import { State } from '../settings/state.js';

/** A visit under way: resuming it uses up no second download of a limited link. */
export interface Visit {
  readonly id: string;
  readonly token: string | null;
  /** Names the code that was mailed for a link. */
  readonly challenge?: string;
  /** The target of an opened link. */
  readonly target?: { readonly kind: 'file' | 'bundle'; readonly id: string };
}

/** Visits of unfinished downloads, by what is downloaded. */
export const visits = new State<Visit>('visits');
