import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { parseAddress } from '../address.js';
import { type Api, apiAt } from '../api.js';
import { RefusedError, UsageError } from '../errors.js';
import { printLine } from '../output/print.js';
import { Progress } from '../output/progress.js';
import { one, parseArguments } from '../settings/arguments.js';
import { findCredentials } from '../settings/credentials.js';
import { download, inspect, type Download, type Remote } from '../transfer/download.js';
import { localName } from '../transfer/local-name.js';
import { DeviceSink, exists, FileSink, PipeSink, type Sink } from '../transfer/sinks.js';
import { visits } from '../transfer/visits.js';
import { openTarget } from './get/open-target.js';

const options = {
  output: { type: 'string', short: 'o' },
  password: { type: 'string' },
  email: { type: 'string' },
  code: { type: 'string' },
} as const;

/** `waybill get`: downloads what a link leads to, and prints the path of the file. */
export async function get(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments('get', args, options, one);
  if (values.output === '') throw new UsageError('--output cannot be empty');
  const address = parseAddress(positionals[0] ?? '');
  const credentials = await findCredentials();
  const url = address.url ?? '';
  const api = apiAt(url, credentials);
  const key = `${url} ${address.kind} ${address.id}`;
  try {
    const what = await openTarget(api, address, values, key);
    const remote = await inspectResumable(api, what);
    requireFile(remote, url);
    if (values.output === '-') await toPipe(api, what, remote);
    else printLine(await toFile(api, what, remote, values.output));
  } catch (error) {
    // Drop the visit, whose token may be invalid. After 202 keep it: the next run sends the mailed code with it.
    if (error instanceof RefusedError && error.status !== 202) await visits.remove(key);
    throw error;
  }
  await visits.remove(key);
}

/** @throws RefusedError for a page of another program, which would be saved in place of the file */
function requireFile({ etag, name }: Remote, url: string): void {
  if (etag === '' || name === '')
    throw new RefusedError(`${url} sends no file there: it has no name or no ETag. Check the address.`, 200);
}

/**
 * Facts of the remote bytes, also where only the rest of a download may be fetched: a used-up link refuses the first
 * byte. Then inspects all bytes but the first.
 */
async function inspectResumable(api: Api, what: Download): Promise<Remote> {
  try {
    return await inspect(api, what);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 410) throw error;
    const rest = await inspectRest(api, what);
    if (rest === null) throw error;
    return { ...rest, size: rest.size + 1 };
  }
}

/** Facts of all bytes but the first; null if they are refused. */
async function inspectRest(api: Api, { path, headers }: Download): Promise<Remote | null> {
  try {
    return await inspect(api, { path, headers: { ...headers, range: 'bytes=1-' } });
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}

async function toPipe(api: Api, what: Download, remote: Remote): Promise<void> {
  const progress = new Progress(remote.name, remote.size);
  await download(api, what, remote, new PipeSink(), progress);
  progress.finish(remote.size);
}

/** Downloads all bytes into a sink. */
type Fill = (sink: Sink) => Promise<void>;

/** @returns the path of the file */
async function toFile(api: Api, what: Download, remote: Remote, output: string | undefined): Promise<string> {
  const target = await targetPath(output, remote);
  const progress = new Progress(remote.name, remote.size);
  const fill: Fill = (sink) => download(api, what, remote, sink, progress);
  const version = versionOf(what, remote);
  if (output === undefined) {
    if (await exists(target)) throw new UsageError(`${target} exists already. Choose another name with -o.`);
    await toRegularFile(target, version, { replaces: false }, fill);
  } else if ((await kindOf(target)) === 'device') await toDevice(target, fill);
  else await toRegularFile(await realTarget(target), version, { replaces: true }, fill);
  progress.finish(remote.size);
  return target;
}

/** Identifies the bytes, so that an unfinished download is resumed with the same bytes only. */
function versionOf({ path }: Download, { etag }: Remote): string {
  const hash = createHash('sha256').update(`${path.replace(/\?.*/, '')} ${etag}`);
  return hash.digest('hex').slice(0, 8);
}

async function toRegularFile(
  target: string,
  version: string,
  { replaces }: { readonly replaces: boolean },
  fill: Fill,
): Promise<void> {
  const sink = await FileSink.open(`${target}.${version}.part`);
  try {
    await fill(sink);
    await sink.publish(target, replaces);
  } finally {
    await sink.close();
  }
}

/** Writes without a temporary file, whose new name would replace the device. */
async function toDevice(target: string, fill: Fill): Promise<void> {
  const sink = await DeviceSink.open(target);
  try {
    await fill(sink);
  } finally {
    await sink.close();
  }
}

/** A slash at the end names a folder, which may be missing yet. */
async function targetPath(output: string | undefined, { name }: Remote): Promise<string> {
  if (output === undefined) return localName(name);
  const isFolder = output.endsWith('/') || output.endsWith(sep) || (await kindOf(output)) === 'folder';
  return isFolder ? join(output, localName(name)) : output;
}

/** The file that a symbolic link leads to, so that the link is kept. */
function realTarget(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** @returns undefined where there is nothing */
async function kindOf(path: string): Promise<'folder' | 'file' | 'device' | undefined> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'device';
  } catch {
    return undefined;
  }
}
