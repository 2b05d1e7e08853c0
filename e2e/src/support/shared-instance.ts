import { useNextClientAddress } from './client-address.js';

interface Disposable {
  dispose(): Promise<void>;
}

let sharing = false;
let endings: (() => Promise<unknown>)[] = [];
let shared: { readonly wanted: string; readonly instance: Disposable } | undefined;

/** Keeps each instance from now on for the next flow with the same settings, because it starts slowly. */
export function shareInstances(): void {
  sharing = true;
}

/** Whether instances are kept for the next flow. */
export function isSharing(): boolean {
  return sharing;
}

/**
 * Starts an instance, or returns the kept one. The `dispose` of a kept instance does nothing.
 * @param settings an instance that was kept with other settings is disposed of
 */
export async function sharedInstance<T extends Disposable>(
  settings: object,
  start: () => Promise<T>,
): Promise<T> {
  if (!sharing) return start();
  useNextClientAddress();
  const wanted = JSON.stringify(settings);
  if (shared?.wanted !== wanted) {
    await stopSharedInstance();
    shared = { wanted, instance: await start() };
  }
  return Object.create(shared.instance, { dispose: { value: () => Promise.resolve() } }) as T;
}

/** Registers what ends after the last flow, such as a browser. */
export function afterFlows(end: () => Promise<unknown>): void {
  endings.push(end);
}

/** Stops the kept instance, if any, and removes its data. Ends everything else that was kept. */
export async function stopShared(): Promise<void> {
  const ends = endings;
  endings = [];
  await Promise.all(ends.map((end) => end()));
  await stopSharedInstance();
}

async function stopSharedInstance(): Promise<void> {
  const { instance } = shared ?? {};
  shared = undefined;
  await instance?.dispose();
}
