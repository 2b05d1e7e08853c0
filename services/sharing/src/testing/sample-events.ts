import { randomUUID } from 'node:crypto';
import type { DataOf, linkUsedUp, requestReceived, visitStarted } from '@waybill/contracts';

type Changes<T, K extends keyof T> = Partial<T> & Pick<T, K>;

/** A visit of the file "Plans.pdf" from Helsinki. */
export function aVisit(
  changes: Changes<DataOf<typeof visitStarted>, 'ownerId' | 'at'>,
): DataOf<typeof visitStarted> {
  return {
    visitId: randomUUID(),
    fileId: randomUUID(),
    bundleId: null,
    name: 'Plans.pdf',
    isOwner: false,
    linkId: randomUUID(),
    email: null,
    visitor: 'v1',
    country: 'Finland',
    city: 'Helsinki',
    device: 'desktop',
    os: 'Linux',
    browser: 'Firefox on Linux',
    referrer: '',
    ...changes,
  };
}

/** A file that Grace sent to the file request "Scans". */
export function aReceivedFile(
  changes: Changes<DataOf<typeof requestReceived>, 'ownerId' | 'receivedAt'>,
): DataOf<typeof requestReceived> {
  return {
    requestId: randomUUID(),
    title: 'Scans',
    fileId: randomUUID(),
    fileName: 'a.pdf',
    size: 1,
    senderName: 'Grace',
    senderEmail: null,
    ...changes,
  };
}

/** A link for one download of a file. */
export function aUsedUpLink(
  changes: Changes<DataOf<typeof linkUsedUp>, 'fileId' | 'usedUpAt'>,
): DataOf<typeof linkUsedUp> {
  return {
    linkId: randomUUID(),
    bundleId: null,
    slug: 'abc',
    name: null,
    downloadLimit: 1,
    ...changes,
  };
}
