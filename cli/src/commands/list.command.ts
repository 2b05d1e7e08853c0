import type { FileView } from '@waybill/contracts';
import { Api } from '../api.js';
import { formatBytes, formatTable, printable } from '../output/format.js';
import { printJson, printLine } from '../output/print.js';
import { none, parseArguments } from '../settings/arguments.js';
import { requireCredentials } from '../settings/credentials.js';

/** `waybill list`: the caller's files. */
export async function list(args: readonly string[]): Promise<void> {
  const { values } = parseArguments('list', args, { json: { type: 'boolean' } }, none);
  const { url, token } = await requireCredentials();
  const files: FileView[] = [];
  for await (const file of new Api(url, token).pages<FileView>('/api/files')) files.push(file);
  if (values.json) {
    printJson(files);
    return;
  }
  if (files.length > 0) printLine(formatTable(files.map(row)));
}

function row(file: FileView): string[] {
  const { Time: expiry, Valid: expires } = file.deleteAt;
  return [
    file.id,
    formatBytes(file.size),
    `${file.viewCount} ${file.viewCount === 1 ? 'view' : 'views'}`,
    expires && expiry !== null ? `until ${expiry.slice(0, 16).replace('T', ' ')}` : 'no expiry',
    printable(file.originalName),
  ];
}
