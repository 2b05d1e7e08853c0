/** One progress sample. `at` in milliseconds, `sent` and `total` in bytes. */
export interface Sample {
  readonly at: number;
  readonly sent: number;
  readonly total: number;
}

export interface Pace {
  /** 0 to 1. */
  readonly fraction: number;
  /** Bytes per second. Null before the second sample. */
  readonly speed: number | null;
  /** Null while unknown. */
  readonly secondsLeft: number | null;
}

/** Minimum time between two reports of progress to the screen, in milliseconds. */
export const REPORT_MS = 100;
const WINDOW_MS = 4_000;

/** Adds a sample and drops those older than a few seconds, so that the speed follows the network. */
export function addSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => next.at - at <= WINDOW_MS), next];
}

/** Speed and time left, from the recent samples. */
export function calculatePace(samples: readonly Sample[]): Pace {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) return { fraction: 0, speed: null, secondsLeft: null };
  const fraction = last.total === 0 ? 1 : last.sent / last.total;
  const elapsed = last.at - first.at;
  if (elapsed <= 0) return { fraction, speed: null, secondsLeft: null };
  const speed = ((last.sent - first.sent) / elapsed) * 1000;
  return { fraction, speed, secondsLeft: speed > 0 ? (last.total - last.sent) / speed : null };
}
