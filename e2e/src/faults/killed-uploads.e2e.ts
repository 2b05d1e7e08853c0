import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import type { Cluster } from '../support/cluster.js';
import { ClusterOnServers } from '../support/cluster-on-servers.js';
import { hashOfStream, writeRandomFile } from '../support/random-file.js';
import { LOAD_SETTINGS } from '../support/environment.js';
import { describeOnServers, type RealServers } from '../support/real-servers.js';
import { sendWithTusJs } from '../support/tus-js.js';
import { TusClient } from '../support/tus-client.js';

const MEBIBYTE = 1024 * 1024;
/** Set WAYBILL_TUS_MEBIBYTES=2048 for 2 GiB. */
const SIZE = Number(process.env['WAYBILL_TUS_MEBIBYTES'] ?? 48) * MEBIBYTE;
const PIECE = Math.ceil(SIZE / 6);
/** Long enough for requests to fail. */
const OUTAGE_MS = 2_000;

describeOnServers('kill -9 in the midst of an upload', () => {
  let instance: ClusterOnServers;
  let servers: RealServers;
  let cluster: Cluster;
  let folder: string;
  let path: string;
  let sha256: string;

  beforeAll(async () => {
    instance = await ClusterOnServers.start(LOAD_SETTINGS);
    ({ servers, cluster } = instance);
    folder = await mkdtemp(join(tmpdir(), 'waybill-tus-'));
    path = join(folder, 'large.bin');
    sha256 = await writeRandomFile(path, SIZE);
  });

  afterAll(async () => {
    await instance.dispose();
    await rm(folder, { recursive: true });
  });

  async function hashOfFile(api: ApiClient, id: string): Promise<string> {
    const response = await api.get(`/api/files/${id}/download`);
    expect(response.status).toBe(200);
    return hashOfStream(response.body as unknown as AsyncIterable<Uint8Array>);
  }

  const restarting = (kind: string) => async () => {
    const members = [1, 2].map((replica) => `${kind} ${replica}`);
    await Promise.all(members.map((member) => cluster.kill(member, 'SIGKILL')));
    await Promise.all(members.map((member) => cluster.waitUntilReady(member)));
  };
  const outage = (server: () => { kill(): Promise<unknown>; restart(): Promise<unknown> }) => async () => {
    await server().kill();
    await sleep(OUTAGE_MS);
    await server().restart();
  };

  it.each([
    ['gateway', restarting('gateway')],
    ['files', restarting('files')],
    ['PostgreSQL', outage(() => servers.postgres)],
    ['RabbitMQ', outage(() => servers.rabbitMq)],
    ['MinIO', outage(() => servers.minio)],
  ])('an upload is resumed byte for byte after kill -9: %s', async (name, fail) => {
    const api = await ApiClient.signedIn(cluster.url);
    let acknowledged = 0;
    let failing: Promise<void> | undefined;
    const lost: number[] = [];
    const heads: number[] = [];
    let created = 0;
    const startedAt = performance.now();
    const id = await sendWithTusJs({ url: cluster.url, api }, path, {
      chunkSize: PIECE,
      onAcknowledged: (bytes) => (acknowledged = bytes),
      // In the midst of the third piece.
      onProgress: (bytes) => {
        if (bytes >= 2.5 * PIECE) failing ??= fail();
      },
      onResponse: (method, response) => {
        if (method === 'POST' && response.getStatus() === 201) created++;
        if (method !== 'HEAD' || response.getStatus() !== 200) return;
        const offset = Number(response.getHeader('Upload-Offset'));
        heads.push(offset);
        if (offset < acknowledged) lost.push(offset);
      },
    });
    expect(failing).toBeDefined();
    await failing;
    const seconds = (performance.now() - startedAt) / 1000;
    process.stderr.write(
      `${name}: ${seconds.toFixed(1)} s, resumed at ${heads.join(', ') || 'the same connection'}\n`,
    );
    expect({ created, lost }).toEqual({ created: 1, lost: [] });
    expect(await hashOfFile(api, id)).toBe(sha256);
  });

  it('another gateway takes over while the first one is dead', async () => {
    const api = await ApiClient.signedIn(cluster.url);
    const onOne = (member: string) =>
      new TusClient(new ApiClient(cluster.addressOf(member), { cookie: api.cookieHeader() }));
    const bytes = Buffer.alloc(3 * MEBIBYTE, 'waybill');
    const first = onOne('gateway 1');
    const location = await first.created(bytes.length);
    expect((await first.patch(location, 0, bytes.subarray(0, MEBIBYTE + 7))).status).toBe(204);
    await cluster.kill('gateway 1', 'SIGKILL');
    const second = onOne('gateway 2');
    expect(await second.offset(location)).toBe(MEBIBYTE + 7);
    expect((await second.patch(location, MEBIBYTE + 7, bytes.subarray(MEBIBYTE + 7))).status).toBe(204);
    const response = await second.api.get(`/api/files/${location.split('/').at(-1)}/download`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    await cluster.waitUntilReady('gateway 1');
  });
});
