import { join } from 'node:path';
import { UsageError } from '../errors.js';
import { configFolder } from './locations.js';
import { readJsonFile, writePrivateFile } from './private-file.js';

export interface Credentials {
  /** Origin and path of Waybill without a slash at the end. */
  readonly url: string;
  readonly token: string | null;
}

const path = () => join(configFolder(), 'credentials.json');

/** Keeps the credentials with mode 0600. @returns the path of the file */
export async function saveCredentials(credentials: Credentials): Promise<string> {
  await writePrivateFile(path(), `${JSON.stringify(credentials, null, 2)}\n`);
  return path();
}

/**
 * Credentials from `WAYBILL_URL` and `WAYBILL_TOKEN`, else those saved by `waybill login`. The saved token is used with
 * the saved address only, so that no other server receives it.
 */
export async function findCredentials(): Promise<Credentials | undefined> {
  const { WAYBILL_URL, WAYBILL_TOKEN } = process.env;
  const token = WAYBILL_TOKEN?.trim() ? parseToken(WAYBILL_TOKEN, 'WAYBILL_TOKEN') : null;
  if (WAYBILL_URL && token !== null) return { url: parseBaseUrl(WAYBILL_URL), token };
  const kept = asCredentials(await readJsonFile(path()));
  const url = WAYBILL_URL ? parseBaseUrl(WAYBILL_URL) : kept?.url;
  if (url === undefined) return undefined;
  return { url, token: token ?? (kept?.url === url ? kept.token : null) };
}

/** @throws UsageError without an address, or without a token */
export async function requireCredentials(): Promise<Credentials> {
  const credentials = await findCredentials();
  if (!credentials) throw new UsageError('Say where Waybill is: run "waybill login", or set WAYBILL_URL.');
  if (credentials.token === null)
    throw new UsageError(
      `There is no token for ${credentials.url}: run "waybill login", or set WAYBILL_TOKEN.`,
    );
  return credentials;
}

/** @throws UsageError unless `text` is an address by http or https */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`"${text}" is no address of a Waybill, such as https://waybill.example.org`);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/**
 * @param text a token, maybe with the line end of the file or secret that it comes from
 * @param source what the error names
 * @throws UsageError unless `text` can be the token in a header
 */
export function parseToken(text: string, source = 'This'): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError(`${source} is no access token`);
  return token;
}

function asCredentials(value: unknown): Credentials | undefined {
  const { url, token } = (value ?? {}) as Partial<Record<keyof Credentials, unknown>>;
  return typeof url === 'string' && typeof token === 'string' ? { url, token } : undefined;
}
