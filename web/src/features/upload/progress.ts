/** One observation of an upload. `at` in milliseconds, `sent` and `total` in bytes of the files. */
export interface Sample {
  readonly at: number;
  readonly sent: number;
  readonly total: number;
}

export interface Pace {
  /** 0 to 1. */
  readonly fraction: number;
  /** Bytes per second; null until there is something to measure. */
  readonly speed: number | null;
  /** Null while unknown. */
  readonly secondsLeft: number | null;
}

const WINDOW_MS = 4_000;

/** The samples worth keeping once `next` has come: the last few seconds, so that the speed follows the network. */
export function remember(samples: readonly Sample[], next: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => next.at - at <= WINDOW_MS), next];
}

/** How fast it goes and how long it takes, from the remembered samples. */
export function paceOf(samples: readonly Sample[]): Pace {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) return { fraction: 0, speed: null, secondsLeft: null };
  const fraction = last.total === 0 ? 1 : last.sent / last.total;
  const elapsed = last.at - first.at;
  if (elapsed <= 0) return { fraction, speed: null, secondsLeft: null };
  const speed = ((last.sent - first.sent) / elapsed) * 1000;
  return { fraction, speed, secondsLeft: speed > 0 ? (last.total - last.sent) / speed : null };
}
