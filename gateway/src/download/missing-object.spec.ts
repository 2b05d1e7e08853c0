import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type ObjectTicket,
  openFile,
  reportMissingContent,
  type RequestContract,
} from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import { metricIn } from '@waybill/testing';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const FILE_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';

/** The files service. Its file can be deleted while a download opens its object. */
class Files extends Bus {
  ticket!: ObjectTicket;
  /** Runs after a ticket was issued. */
  afterOpen: () => Promise<void> = () => Promise.resolve();
  refusal: AppError | null = null;
  readonly requests: string[] = [];

  async request({ name }: RequestContract): Promise<never> {
    this.requests.push(name);
    if (name === reportMissingContent.name) return { isLost: true } as never;
    if (name !== openFile.name) return {} as never;
    if (this.refusal) throw this.refusal;
    await this.afterOpen();
    const file = { size: 3, mimeType: 'text/plain', originalName: 'a.txt', etag: 'x', isOwner: false };
    return { ...this.ticket, ...file, createdAt: '2026-01-01T00:00:00Z' } as never;
  }
}

describe('download of a missing object', () => {
  let files: Files;
  let gateway: GatewayUnderTest;
  const download = () => fetch(`${gateway.url}/api/files/${FILE_ID}/download`);
  const missing = async () => metricIn(await metrics.render(), 'waybill_objects_missing_total');

  beforeEach(async () => {
    files = new Files();
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(Buffer.from('abc'));
  });
  afterEach(() => gateway.close());

  it.each(['files.expired', 'files.not-found'] as const)(
    'answers %s when the file was deleted meanwhile',
    async (code) => {
      const before = await missing();
      files.afterOpen = async () => {
        await gateway.remove(files.ticket.objectKey);
        files.refusal = new AppError(code);
      };
      const response = await download();
      expect(response.status).toBe(files.refusal?.status);
      expect(await response.json()).toMatchObject({ code });
      expect(await missing()).toBe(before);
      expect(files.requests).toEqual([openFile.name, openFile.name]);
    },
  );

  it('counts and reports a lost object and answers 500 while the file exists', async () => {
    const before = await missing();
    await gateway.remove(files.ticket.objectKey);
    const response = await download();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'files.content-missing' });
    expect(files.requests).toContain(reportMissingContent.name);
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await missing()).toBe(before + 1);
  });
});
