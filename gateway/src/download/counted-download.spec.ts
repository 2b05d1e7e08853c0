import { Bus } from '@waybill/bus/client';
import {
  AppError,
  countLinkDownload,
  type ObjectTicket,
  openBundleArchive,
  openBundledFiles,
  openFile,
  recordBundleVisit,
  recordVisit,
  type RequestContract,
} from '@waybill/contracts';
import { crc32 } from 'node:zlib';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const bytes = Buffer.from('abc');
const facts = { size: bytes.length, createdAt: '2026-01-01T00:00:00Z' };

/** The files service, with a link for one download. Records the names of its requests. */
class Files extends Bus {
  ticket!: ObjectTicket;
  readonly names: string[] = [];
  /** Error of recording a visit. */
  failure: AppError | null = null;
  canCount = true;

  async request({ name }: RequestContract): Promise<never> {
    this.names.push(name);
    const opened = { isOwner: false, linkId: ID, linkSession: ID, linkVisit: ID };
    if (name === openFile.name) {
      const file = { ...facts, mimeType: 'application/zip', originalName: 'a.zip', etag: 'x' };
      return { ...this.ticket, ...file, ...opened } as never;
    }
    if (name === openBundleArchive.name) {
      const files = [{ ...facts, fileId: ID, path: 'a.txt', crc32: crc32(bytes) }];
      return { name: 'Offer', files, ...opened } as never;
    }
    if (name === openBundledFiles.name) return { tickets: [this.ticket] } as never;
    if (this.failure && [recordVisit.name, recordBundleVisit.name].includes(name)) throw this.failure;
    if (!this.canCount && name === countLinkDownload.name) throw new AppError('links.used-up');
    return {} as never;
  }
}

describe('the download of a link for one download', () => {
  let gateway: GatewayUnderTest;
  let files: Files;
  beforeEach(async () => {
    files = new Files();
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(bytes);
  });
  afterEach(() => gateway.close());

  const get = async (path: string) => {
    const response = await fetch(gateway.url + path, { headers: { 'user-agent': 'curl/8.1' } });
    await response.arrayBuffer();
    return response.status;
  };
  const paths = [`/api/files/${ID}/download`, `/api/bundles/${ID}/download`];

  it.each(paths)('is counted when its bytes are about to be sent: %s', async (path) => {
    expect(await get(path)).toBe(200);
    expect(files.names).toContain(countLinkDownload.name);
  });

  it.each(paths)('is sent once it was counted, also if its visit cannot be recorded: %s', async (path) => {
    files.failure = new AppError('server.unavailable');
    expect(await get(path)).toBe(200);
    expect(files.names).toContain(countLinkDownload.name);
  });

  it.each(paths)('is refused after it was counted if its target was deleted meanwhile: %s', async (path) => {
    files.failure = new AppError('files.not-found');
    expect(await get(path)).toBe(404);
  });

  it.each(paths)('is no visit when another download has used up the link: %s', async (path) => {
    files.canCount = false;
    expect(await get(path)).toBe(410);
    expect(files.names).not.toContain(recordVisit.name);
    expect(files.names).not.toContain(recordBundleVisit.name);
  });

  it.each(paths)('is not used up when the store has lost the bytes: %s', async (path) => {
    await gateway.remove(files.ticket.objectKey);
    expect(await get(path)).not.toBe(200);
    expect(files.names).not.toContain(countLinkDownload.name);
  });
});
