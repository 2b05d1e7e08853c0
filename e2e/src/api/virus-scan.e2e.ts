import { archive, describeWithServer, EICAR, eventually, startClamd } from '@waybill/testing';
import { ApiClient, failure, textFile } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { metadata, TusClient } from '../support/tus-client.js';

const eicar = Buffer.from(EICAR);

describeWithServer('the virus scan', startClamd, (clamd) => {
  let waybill: Instance;
  let owner: ApiClient;
  let stranger: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance({ CLAMD_URL: clamd().url, SCAN_FAILURE: 'block', DEFAULT_PLAN: 'pro' });
    owner = await ApiClient.signedIn(waybill.url);
    stranger = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const refusal = async (answer: Promise<Response>) => {
    const { statusCode, code } = await failure(await answer);
    return [statusCode, code];
  };
  /** Resolves once the file is kept from everyone. */
  const infected = async (id: string, readers = [stranger, owner]) => {
    for (const client of readers)
      await eventually(async () => {
        expect(await refusal(client.get(`/api/files/${id}/download`))).toEqual([403, 'files.infected']);
      });
  };
  const clean = (id: string) =>
    eventually(async () => {
      expect((await stranger.get(`/api/files/${id}/download`)).status).toBe(200);
    });
  const tus = async (client: ApiClient, values: Record<string, string>) => {
    const headers = { 'upload-length': String(eicar.length), 'upload-metadata': metadata(values) };
    const created = await new TusClient(client).create(headers, eicar);
    expect(created.status).toBe(201);
    return (created.headers.get('location') ?? '').split('/').at(-1) ?? '';
  };

  it('keeps EICAR from everyone in a file, in an archive and in a tus upload, and opens clean files', async () => {
    const [file, zipped, harmless] = [
      await owner.upload({ name: 'eicar.com', bytes: eicar }),
      await owner.upload({ name: 'eicar.zip', bytes: archive({ 'inside/eicar.com': EICAR }) }),
      await owner.upload(textFile()),
    ];
    const appended = await tus(owner, { filename: 'eicar.com' });
    for (const id of [file, zipped, appended]) await infected(id);
    await clean(harmless);
    const list = await owner.files();
    expect(list.find(({ id }) => id === file)).toMatchObject({ scanState: 'infected' });
  });

  it('leaves EICAR out of a bundle, whose other files can be downloaded', async () => {
    const [bad, good] = [
      await owner.upload({ name: 'eicar.com', bytes: eicar }),
      await owner.upload(textFile()),
    ];
    const made = await owner.json('POST', '/api/bundles', { name: 'Mixed', fileIds: [bad, good] });
    const { id } = (await made.json()) as { id: string };
    await infected(bad);
    await clean(good);
    expect(await refusal(stranger.get(`/api/files/${bad}/download?bundle=${id}`))).toEqual([
      403,
      'files.infected',
    ]);
    for (const client of [stranger, owner]) {
      const zip = await client.get(`/api/bundles/${id}/download`);
      expect(zip.status).toBe(200);
      const bytes = Buffer.from(await zip.arrayBuffer());
      expect([bytes.includes(EICAR), bytes.includes('Hello from Waybill.')]).toEqual([false, true]);
    }
  });

  it('keeps EICAR that came by a file request from the asker', async () => {
    const made = await owner.json('POST', '/api/requests', { title: 'Invoices' });
    const { slug } = (await made.json()) as { slug: string };
    const id = await tus(stranger, { filename: 'eicar.com', request: slug, sender: 'Eve' });
    await infected(id, [owner]);
  });

  it('reports the virus scan as down while clamd is unavailable, and stays ready', async () => {
    const health = async () => {
      const response = await fetch(`${waybill.url}/api/health`);
      return { status: response.status, ...((await response.json()) as object) };
    };
    expect(await health()).toMatchObject({ status: 'ok', components: { 'virus-scan': 'ok' } });
    await clamd().kill();
    await eventually(async () =>
      expect(await health()).toMatchObject({
        status: 'degraded',
        components: { 'virus-scan': 'down', files: 'ok' },
      }),
    );
    expect((await fetch(`${waybill.url}/readyz`)).status).toBe(200);
    await clamd().restart();
    await eventually(async () => expect(await health()).toMatchObject({ status: 'ok' }));
  });

  it('keeps a new file from strangers while clamd is unavailable, and lets its owner open it', async () => {
    await clamd().kill();
    const id = await owner.upload(textFile());
    expect(await refusal(stranger.get(`/api/files/${id}/download`))).toEqual([409, 'files.being-scanned']);
    expect((await owner.get(`/api/files/${id}/download`)).status).toBe(200);
  });
});
