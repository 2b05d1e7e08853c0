import { State } from '../settings/state.js';
import { identityOf } from './local-path.js';

/** Ids of bundles whose files are not all sent yet, so that the same command resumes them. */
export const unfinishedBundles = new State<string>('bundles');

/** Key of an unfinished bundle: the Waybill, the resolved paths and the name. */
export async function bundleKey(url: string, paths: readonly string[], name: string): Promise<string> {
  const folders = await Promise.all(paths.map(identityOf));
  return JSON.stringify([url, folders, name]);
}
