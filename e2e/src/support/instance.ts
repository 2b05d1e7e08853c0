import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment.js';

/** A Waybill of a test's own. It must not matter to whoever uses it which profile it runs on. */
export abstract class Instance {
  /**
   * Starts one with nothing in it, on the profile that WAYBILL_PROFILE names: `standalone`, or `cluster` for two of
   * each process behind a proxy, on real servers.
   */
  static async start(environment: Environment = {}): Promise<Instance> {
    const { WAYBILL_PROFILE: profile = 'standalone' } = process.env;
    if (profile === 'standalone') return (await import('./standalone.js')).Standalone.start(environment);
    if (profile === 'cluster') {
      return (await import('./cluster-instance.js')).ClusterInstance.start(environment);
    }
    throw new Error(`WAYBILL_PROFILE is standalone or cluster, not ${profile}.`);
  }

  abstract readonly url: string;

  /** The texts of all mails that it kept, as it has no mail server. */
  abstract mails(): Promise<string[]>;

  /** Names of all the objects it stores, in order. */
  abstract objects(): Promise<string[]>;

  /** Stops it and removes its data. */
  abstract dispose(): Promise<void>;
}

/** The mails kept in a data folder; none while there is no folder of mails. */
export async function mailsIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mails');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
