import { randomUUID } from 'node:crypto';
import {
  type Caller,
  createBundle,
  createLink,
  linkSettingsSchema,
  listReports,
  reportBundle,
  reportLink,
} from '@waybill/contracts';
import { FilesTestApp } from '../testing/files-test-app.js';

const form = { reason: 'phishing', message: 'A fake bank' } as const;
const refused = (code: string) => expect.objectContaining({ code });

describe('reports of bundles and links', () => {
  let files: FilesTestApp;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    owner = await files.account('pro');
  });
  afterAll(() => files.close());

  const caller: Caller = { userId: null, browserId: null, address: '198.51.100.200' };
  const reportedFiles = async () => {
    const { reports } = await files.request(listReports, { query: '', cursor: null });
    return reports.map(({ file }) => file.id);
  };

  it('keeps a report of each file of a bundle', async () => {
    const [a, b] = [await files.file(owner), await files.file(owner)];
    const bundle = await files.request(createBundle, {
      caller: owner,
      form: { name: 'Offer', fileIds: [a.id, b.id] },
    });
    const bundleId = bundle.id;
    await files.request(reportBundle, { bundleId, caller, token: null, form });
    expect(await reportedFiles()).toEqual(expect.arrayContaining([a.id, b.id]));
    await expect(
      files.request(reportBundle, { bundleId: randomUUID(), caller, token: null, form }),
    ).rejects.toEqual(refused('bundles.not-found'));
  });

  it('keeps a report of the file that a link opens, without its password', async () => {
    const { id } = await files.file(owner);
    const { slug } = await files.request(createLink, {
      target: { kind: 'file', id },
      caller: owner,
      settings: linkSettingsSchema.parse({ password: 'sesame' }),
    });
    await files.request(reportLink, { slug, caller, form });
    expect(await reportedFiles()).toContain(id);
    await expect(files.request(reportLink, { slug: 'unknown', caller, form })).rejects.toEqual(
      refused('links.not-found'),
    );
  });
});
