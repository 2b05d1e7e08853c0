import { Api } from '../api.js';
import { UsageError } from '../errors.js';
import { printable } from '../output/format.js';
import { printJson, printLine } from '../output/print.js';
import { parseArguments, some } from '../settings/arguments.js';
import { findCredentials, requireCredentials } from '../settings/credentials.js';
import { parseExpiry } from '../settings/expiry.js';
import { findSources, type Sources } from '../transfer/sources.js';
import { sendBundle } from './send/send-bundle.js';
import { sendFile } from './send/send-file.js';
import { sendToRequest } from './send/send-to-request.js';
import { checkManage, type LinkOptions } from './send/link-options.js';

const MAX_LIMIT = 1_000_000;
const options = {
  name: { type: 'string' },
  expires: { type: 'string' },
  password: { type: 'string' },
  limit: { type: 'string' },
  request: { type: 'string' },
  sender: { type: 'string' },
  email: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/**
 * `waybill send`: uploads and prints the link, alone, on standard output.
 *
 * @throws UsageError also after the link is printed, when a file has changed while it was sent
 */
export async function send(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments('send', args, options, some);
  const linkOptions: LinkOptions = {
    ...(values.expires !== undefined && { deleteAt: parseExpiry(values.expires) }),
    ...(values.password !== undefined && { password: values.password }),
    ...(values.limit !== undefined && { downloadLimit: parseLimit(values.limit) }),
  };
  if (values.password === '') throw new UsageError('--password cannot be empty');
  if (values.request === undefined && (values.sender ?? values.email) !== undefined)
    throw new UsageError('--sender and --email are for file requests: give --request too');
  const changed: string[] = [];
  const sources = watched(named(await findSources(positionals), values.name), changed);
  if (values.request === undefined) await sendByLink(sources, positionals, linkOptions, values.json);
  else {
    if (linkOptions.deleteAt !== undefined || linkOptions.downloadLimit !== undefined)
      throw new UsageError('--expires and --limit are set by the person who asks, not by the sender');
    const sent = await sendToRequest(await findCredentials(), values.request, sources, values);
    if (values.json) printJson(sent);
  }
  if (changed.length > 0) throw changedWhileSent(changed);
}

async function sendByLink(
  sources: Sources,
  paths: readonly string[],
  linkOptions: LinkOptions,
  asJson = false,
): Promise<void> {
  const { url, token } = await requireCredentials();
  const api = new Api(url, token);
  if (Object.keys(linkOptions).length > 0) await checkManage(api);
  const sent =
    sources.bundleName === null
      ? await sendFile(api, sources, linkOptions)
      : await sendBundle(api, { ...sources, bundleName: sources.bundleName }, paths, linkOptions);
  if (asJson) printJson(sent);
  else printLine(sent.url);
}

/** @param changed receives the paths of the files that change while they are sent */
function watched(sources: Sources, changed: string[]): Sources {
  const files = sources.files.map((file) => ({ ...file, onChange: () => changed.push(String(file.path)) }));
  return { ...sources, files };
}

function changedWhileSent([first = '', ...others]: readonly string[]): UsageError {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new UsageError(
    `${printable(first)} has changed while it was sent${more}: what arrived may mix its old and new content.`,
  );
}

function named(sources: Sources, name: string | undefined): Sources {
  if (name === undefined) return sources;
  if (name.trim() === '') throw new UsageError('--name cannot be empty');
  if (sources.bundleName !== null) return { ...sources, bundleName: name };
  return { ...sources, files: sources.files.map((file) => ({ ...file, name, relativePath: name })) };
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_LIMIT)
    throw new UsageError(`--limit takes a number from 1 to ${MAX_LIMIT}`);
  return limit;
}
