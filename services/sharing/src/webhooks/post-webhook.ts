import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolveName } from './resolve-name.js';
import { isPublicAddress, namesPrivateAddress } from './webhook-address.policy.js';

/** Bytes of a response that are read at most. */
const READ_BYTES = 4096;
const READ_MS = 1000;
/** Characters of a response that are kept, to show the owner why it was refused. */
const KEPT_CHARACTERS = 200;

export interface WebhookPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly resolve: ResolveName;
  /** Whether private, loopback and link-local addresses are allowed. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

export interface WebhookAnswer {
  readonly status: number;
  /** Beginning of the body, for the log. */
  readonly text: string;
}

/** Nothing was sent, because the address is private. The message is shown to the owner of the webhook. */
export class WebhookRefusedError extends Error {
  override readonly name = 'WebhookRefusedError';
}

/**
 * Posts a body, guarded against SSRF. A name is resolved once, and the connection goes to an address that was checked,
 * so that DNS rebinding cannot redirect it to a private one. Redirects are not followed.
 */
export async function postWebhook(post: WebhookPost): Promise<WebhookAnswer> {
  const { url, headers, body, signal } = post;
  const addresses = await allowedAddresses(post);
  signal.throwIfAborted();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: lookupOf(addresses),
      signal,
    });
    request.on('response', resolve);
    // Without a listener Node closes the connection of a switch of protocols, with neither a response nor an error.
    request.on('upgrade', (response) => resolve(response.destroy()));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The connection was closed without a response')));
    request.end(body);
  });
  const text = await beginningOf(response);
  return { status: response.statusCode ?? 0, text };
}

/** @throws WebhookRefusedError */
async function allowedAddresses({
  url,
  resolve,
  allowsPrivate,
  signal,
}: WebhookPost): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!allowsPrivate && namesPrivateAddress(url)) throw new WebhookRefusedError('The address is private');
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await Promise.race([resolve(host, signal), aborted(signal)]);
  const allowed = allowsPrivate ? found : found.filter(({ address }) => isPublicAddress(address));
  if (allowed.length === 0) throw new WebhookRefusedError('The name resolves to a private address');
  return allowed;
}

/** DNS lookup that returns only the checked addresses. */
function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/**
 * Reads the beginning of a response and closes its connection. Errors are ignored, because the status is already known.
 */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  const read = async () => {
    let size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= READ_BYTES) return;
    }
  };
  const stop = new AbortController();
  const late = sleep(READ_MS, undefined, { signal: stop.signal });
  await Promise.race([read(), late]).catch(() => undefined);
  stop.abort();
  late.catch(() => undefined);
  response.on('error', () => undefined).destroy();
  return Buffer.concat(parts)
    .toString('utf8')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ')
    .trim()
    .slice(0, KEPT_CHARACTERS);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
