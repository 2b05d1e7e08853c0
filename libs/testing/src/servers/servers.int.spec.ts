import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from '../eventually.js';
import { isProcessRunning } from '../process-state.js';
import { describeWithServer } from './describe-with-server.js';
import { exchange, requireHttpOk } from './readiness.js';
import { startPostgresServer } from './postgres.js';
import { startRabbitMq } from './rabbitmq.js';
import { startRedis } from './redis.js';
import { startMinio, startVersityGw } from './s3.js';
import { ServerProcess } from './server-process.js';
import { starterOf } from './starter.js';
import { ServerNotAvailable } from './test-server.js';

function portOf(address: string): number {
  return Number(new URL(address).port);
}

describeWithServer('startRedis', startRedis, (server) => {
  it('keeps acknowledged data after kill and restart', async () => {
    const port = portOf(server().url);
    expect(String(await exchange(port, 'SET parcel 42\r\n'))).toBe('+OK\r\n');
    await server().kill();
    await expect(exchange(port, 'PING\r\n')).rejects.toThrow('ECONNREFUSED');
    await server().restart();
    expect(String(await exchange(port, 'GET parcel\r\n'))).toContain('42');
  });

  it('starts a separate server for each call', async () => {
    const other = await startRedis();
    expect(other.url).not.toBe(server().url);
    await other.stop();
    await other.stop();
    await expect(exchange(portOf(other.url), 'PING\r\n')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('startPostgresServer', () => {
  it('keeps acknowledged data after kill and restart, and no memory outside of its folder', async () => {
    const server = await startPostgresServer();
    const query = async (sql: string) => {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      try {
        return (await client.query<{ n: number }>(sql)).rows;
      } finally {
        await client.end();
      }
    };
    try {
      expect(await query('SHOW dynamic_shared_memory_type')).toEqual([
        { dynamic_shared_memory_type: 'mmap' },
      ]);
      await query('CREATE TABLE parcels AS SELECT 42 AS n');
      await server.kill();
      await expect(query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
      await server.restart();
      expect(await query('SELECT n FROM parcels')).toEqual([{ n: 42 }]);
    } finally {
      await server.stop();
      await server.stop();
    }
    await expect(query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });
});

describeWithServer('startRabbitMq', startRabbitMq, (server) => {
  it('answers at the same address after kill and restart', async () => {
    const port = portOf(server().url);
    await server().kill();
    await eventually(() => expect(exchange(port, 'AMQP')).rejects.toThrow('ECONNREFUSED'));
    await server().restart();
    expect(String(await exchange(port, Buffer.from('AMQP\0\0\x09\x01', 'latin1')))).toContain('RabbitMQ');
  });
});

describe.each([
  ['MinIO', startMinio],
  ['Versity S3 Gateway', startVersityGw],
])('%s', (name, start) => {
  describeWithServer(`starting ${name}`, start, (server) => {
    it('refuses requests without access keys', async () => {
      await expect(requireHttpOk(portOf(server().endpoint), '/')).rejects.toThrow('403');
    });
  });
});

describe('ServerProcess', () => {
  const shell = {
    name: 'Shell',
    programs: ['sh'],
    installedBy: 'any system',
    checkReady: () => Promise.resolve(),
  };

  it('removes its files and child processes on stop', async () => {
    let folder = '';
    const server = await ServerProcess.start(
      {
        ...shell,
        command: (resources) => {
          folder = resources.folder;
          return { file: '/bin/sh', args: ['-c', 'sleep 1000 & echo $! > child; wait'] };
        },
        checkReady: () =>
          existsSync(join(folder, 'child'))
            ? Promise.resolve()
            : Promise.reject(new Error('not started yet')),
      },
      [],
    );
    const child = readFileSync(join(folder, 'child'), 'utf8').trim();
    await server.stop();
    expect(existsSync(folder)).toBe(false);
    await eventually(() => expect(isProcessRunning(Number(child))).toBe(false));
  });

  it('includes the last output of the server in the error when it does not start', async () => {
    const failing = starterOf(
      {
        ...shell,
        command: () => ({ file: '/bin/sh', args: ['-c', 'echo cannot bind; exit 1'] }),
        checkReady: () => Promise.reject(new Error('not ready')),
      },
      () => ({}),
    );
    await expect(failing()).rejects.toThrow('Shell did not start: cannot bind');
  });

  it('throws ServerNotAvailable with the missing program', async () => {
    const absent = starterOf(
      { ...shell, programs: ['sh', 'no-such-program'], command: () => ({ file: '', args: [] }) },
      () => ({}),
    );
    const message = 'Shell is not available: no-such-program (any system) is not installed.';
    expect(absent.unavailable()).toBe(message);
    await expect(absent()).rejects.toThrow(new ServerNotAvailable(message));
  });
});
