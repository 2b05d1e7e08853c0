import { text } from 'node:stream/consumers';
import { Api } from '../api.js';
import { RefusedError, UsageError } from '../errors.js';
import { printRemark } from '../output/print.js';
import { none, parseArguments } from '../settings/arguments.js';
import { parseBaseUrl, parseToken, saveCredentials } from '../settings/credentials.js';
import { usageOf } from '../usage.js';

const options = { url: { type: 'string' }, token: { type: 'string' } } as const;

/** `waybill login`: keeps address and token once Waybill has accepted the token. */
export async function login(args: readonly string[]): Promise<void> {
  const { values } = parseArguments('login', args, options, none);
  if (values.url === undefined || values.token === undefined) throw new UsageError(usageOf('login') ?? '');
  const url = parseBaseUrl(values.url);
  const token = parseToken(values.token === '-' ? await text(process.stdin) : values.token);
  await checkToken(new Api(url, token));
  printRemark(`Logged in to ${url}. The token is kept in ${await saveCredentials({ url, token })}`);
}

/** Checks that Waybill knows the token. Accepts 403: the token is valid, but lacks the scope `read`. */
async function checkToken(api: Api): Promise<void> {
  await api.json('/api/files').catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.status === 403)) throw error;
  });
}
