import { parseAddress } from '../../address.js';
import { type Api, apiAt } from '../../api.js';
import { UsageError } from '../../errors.js';
import { printable } from '../../output/format.js';
import { printRemark } from '../../output/print.js';
import type { Credentials } from '../../settings/credentials.js';
import { concurrently } from '../../transfer/concurrently.js';
import { fileKey, SentFiles } from '../../transfer/sent-files.js';
import type { Sources } from '../../transfer/sources.js';
import { upload } from '../../transfer/upload.js';

const UPLOADS_AT_ONCE = 4;

interface Sender {
  readonly password?: string | undefined;
  readonly sender?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * Sends files to a file request. No link is created for them.
 *
 * @param request address of the file request, or its slug at the Waybill of the credentials
 */
export async function sendToRequest(
  credentials: Credentials | undefined,
  request: string,
  { files }: Sources,
  { password, sender, email }: Sender,
): Promise<{ sent: string[] }> {
  const address = request.includes('/') ? parseAddress(request) : null;
  if (address && address.kind !== 'request') throw new UsageError(`"${request}" is no file request`);
  const url = address?.url ?? credentials?.url;
  if (url === undefined) throw new UsageError('Give the address of the file request, or set WAYBILL_URL.');
  const api = apiAt(url, credentials);
  const slug = address?.id ?? request;
  const headers: Record<string, string> =
    password === undefined ? {} : { 'x-verification-token': await open(api, slug, password) };
  const target = {
    request: slug,
    ...(sender !== undefined && { sender }),
    ...(email !== undefined && { senderEmail: email }),
  };
  const sent: string[] = [];
  const sentFiles = new SentFiles();
  await concurrently(files, UPLOADS_AT_ONCE, async (file) => {
    const name = file.relativePath ?? file.name;
    // The path of a file in a folder, as the page of the request sends it.
    const metadata = { ...target, ...(name !== file.name && { path: name }) };
    const send = () => upload(api, file, metadata, headers);
    const sayKept = () => {
      printRemark(`${printable(name)} was sent by an earlier run`);
      return true;
    };
    if (file.path === null) await send();
    else await sentFiles.sendOnce(await fileKey(url, file.path, metadata), sayKept, send);
    sent.push(name);
  });
  await sentFiles.clear();
  return { sent };
}

async function open(api: Api, slug: string, password: string): Promise<string> {
  const path = `/api/requests/${encodeURIComponent(slug)}/open`;
  return (await api.json<{ token: string }>(path, { method: 'POST', body: { password } })).token;
}
