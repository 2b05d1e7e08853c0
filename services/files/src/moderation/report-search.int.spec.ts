import {
  type Caller,
  createBundle,
  createLink,
  linkSettingsSchema,
  listReports,
  reportBundle,
  reportFile,
} from '@waybill/contracts';
import { FilesTestApp } from '../testing/files-test-app.js';

describe('the search for reports', () => {
  let files: FilesTestApp;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    owner = await files.account('pro');
  });
  afterAll(() => files.close());

  const stranger: Caller = { userId: null, browserId: null, address: '198.51.100.200' };
  const found = async (query: string) => {
    const { reports } = await files.request(listReports, { query, cursor: null });
    return reports.map(({ reason, bundle }) => [reason, bundle?.name]);
  };

  it('finds the report of a bundle once, by each of its addresses, by its reason and by its sender', async () => {
    const ids = [(await files.file(owner)).id, (await files.file(owner)).id];
    const { id: bundleId } = await files.request(createBundle, {
      caller: owner,
      form: { name: 'Offer', fileIds: ids },
    });
    const { slug } = await files.request(createLink, {
      target: { kind: 'bundle', id: bundleId },
      caller: owner,
      settings: linkSettingsSchema.parse({}),
    });
    await files.request(reportBundle, {
      bundleId,
      caller: stranger,
      token: null,
      form: { reason: 'malware', email: 'Ada@example.org' },
    });
    const { id: fileId } = await files.file(owner);
    const form = { reason: 'phishing' as const, email: 'bob@example.org' };
    await files.request(reportFile, { fileId, caller: stranger, token: null, form });

    const sought = [
      ...[`https://waybill.example/b/${bundleId}`, ids[0] ?? '', ids[1] ?? ''],
      ...[`https://waybill.example/l/${slug}`, 'malware', 'ada@EXAMPLE.org'],
    ];
    for (const query of sought) expect([query, await found(query)]).toEqual([query, [['malware', 'Offer']]]);
    expect(await found('bob@example.org')).toEqual([['phishing', undefined]]);
    expect(await found('copyright')).toEqual([]);

    await files.rows('DELETE FROM bundles WHERE id = $1', [bundleId]);
    for (const query of [bundleId, ids[1] ?? '', 'malware', 'ada@example.org'])
      expect([query, (await found(query)).length]).toEqual([query, 1]);
  });
});
