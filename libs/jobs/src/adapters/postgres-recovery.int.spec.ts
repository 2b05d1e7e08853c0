import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@waybill/database';
import { createLogger } from '@waybill/service-kit';
import { eventually, temporaryFolder } from '@waybill/testing';
import { isNotConnectionError } from 'bullmq';
import { openPostgresBackend } from './postgres.backend.js';

const RECOVERING = '57P03';

/** The message with which PostgreSQL refuses a connection (ErrorResponse of its protocol). */
function refusal(): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${RECOVERING}\0Mthe database system is in recovery mode\0\0`);
  const head = Buffer.from('E....');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/** Answers in place of the killed server. */
async function listenAsRecovering(port: number, onRefused: () => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.end(refusal());
      onRefused();
    });
  });
  await eventually(() => once(server.listen(port, '127.0.0.1'), 'listening'));
  return server;
}

it('BullMQ waits before it retries a call that a recovering PostgreSQL has refused', async () => {
  const { path, remove } = await temporaryFolder();
  const postgres = await EmbeddedPostgres.start({ folder: join(path, 'postgres'), restartOnCrash: false });
  const backend = await openPostgresBackend(postgres.url, createLogger('test', 'silent'));
  let refused = 0;
  process.kill(postgres.pid, 'SIGKILL');
  const server = await listenAsRecovering(Number(new URL(postgres.url).port), () => refused++);
  try {
    // The first calls may fail on connections that the killed server has left behind.
    const failure = await eventually(async () => {
      const error = await backend.check().catch((cause: unknown) => cause);
      expect(refused).toBeGreaterThan(0);
      return error;
    });
    expect(failure).toMatchObject({ message: 'the database system is in recovery mode' });
    expect(isNotConnectionError(failure as Error)).toBe(false);
  } finally {
    await backend.close();
    server.close();
    await postgres.stop();
    await remove();
  }
});
