import type { CpuProfile } from './inspector.js';

export interface Place {
  readonly name: string;
  /** Share of the profiled time, from 0 to 1. */
  readonly share: number;
}

export interface ProfileSummary {
  readonly seconds: number;
  /** By package or built-in module, the busiest first. `idle` is one of them. */
  readonly places: readonly Place[];
  /** By function, the busiest first, without the engine's own states. */
  readonly functions: readonly Place[];
}

const ENGINE = 'engine';

/** Summarises self time of the main thread by module and by function. */
export function summarize({ nodes, samples, timeDeltas }: CpuProfile): ProfileSummary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byPlace = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let total = 0;
  samples.forEach((id, index) => {
    const frame = frames.get(id)!;
    const time = timeDeltas[index] ?? 0;
    const place = placeOf(frame);
    total += time;
    byPlace.set(place, (byPlace.get(place) ?? 0) + time);
    if (place.startsWith(ENGINE)) return;
    const name = `${frame.functionName || '(anonymous)'} – ${place}`;
    byFunction.set(name, (byFunction.get(name) ?? 0) + time);
  });
  return { seconds: total / 1e6, places: ranked(byPlace, total), functions: ranked(byFunction, total) };
}

/** Maps a stack frame to a package name, a folder of the repository or a built-in module. */
export function placeOf({ functionName, url }: { functionName: string; url: string }): string {
  if (url === '') return `${ENGINE} ${functionName}`.replace(/^engine (?!\()(.*)/, 'native $1');
  if (url.startsWith('node:')) return url;
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (installed !== undefined) return installed;
  return /\/((?:libs\/|services\/)?[^/]+)\/dist\/(.*)$/.exec(url)?.slice(1).join('/') ?? url;
}

function ranked(times: ReadonlyMap<string, number>, total: number): Place[] {
  return [...times].map(([name, time]) => ({ name, share: time / total })).sort((a, b) => b.share - a.share);
}
