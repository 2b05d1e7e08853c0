import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from '../eventually.js';
import { describeWithServer } from './describe-with-server.js';
import { ask, askHttp } from './probes.js';
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

/** Empty for a process that is gone, `Z` for one whose end nobody has asked for yet. */
function stateOf(pid: string): string {
  return spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim();
}

describeWithServer('a Redis of a test', startRedis, (server) => {
  it('still has what it acknowledged before it was killed', async () => {
    const port = portOf(server().url);
    expect(String(await ask(port, 'SET parcel 42\r\n'))).toBe('+OK\r\n');
    await server().kill();
    await expect(ask(port, 'PING\r\n')).rejects.toThrow('ECONNREFUSED');
    await server().restart();
    expect(String(await ask(port, 'GET parcel\r\n'))).toContain('42');
  });

  it('is one of its own', async () => {
    const other = await startRedis();
    expect(other.url).not.toBe(server().url);
    await other.stop();
    await other.stop();
    await expect(ask(portOf(other.url), 'PING\r\n')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a PostgreSQL of a test', () => {
  it('still has what it acknowledged before it was killed', async () => {
    const server = await startPostgresServer();
    const ask = async (sql: string) => {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      try {
        return (await client.query<{ n: number }>(sql)).rows;
      } finally {
        await client.end();
      }
    };
    try {
      await ask('CREATE TABLE parcels AS SELECT 42 AS n');
      await server.kill();
      await expect(ask('SELECT 1')).rejects.toThrow('ECONNREFUSED');
      await server.restart();
      expect(await ask('SELECT n FROM parcels')).toEqual([{ n: 42 }]);
    } finally {
      await server.stop();
      await server.stop();
    }
    await expect(ask('SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });
});

describeWithServer('a RabbitMQ of a test', startRabbitMq, (server) => {
  it('answers at its address again after it was killed', async () => {
    const port = portOf(server().url);
    await server().kill();
    await eventually(() => expect(ask(port, 'AMQP')).rejects.toThrow('ECONNREFUSED'));
    await server().restart();
    expect(String(await ask(port, Buffer.from('AMQP\0\0\x09\x01', 'latin1')))).toContain('RabbitMQ');
  });
});

describe.each([
  ['MinIO', startMinio],
  ['Versity S3 Gateway', startVersityGw],
])('%s', (name, start) => {
  describeWithServer(`a ${name} of a test`, start, (server) => {
    it('lets nobody in without its keys', async () => {
      await expect(askHttp(portOf(server().endpoint), '/')).rejects.toThrow('403');
    });
  });
});

describe('a server of a test', () => {
  const shell = {
    name: 'Shell',
    programs: ['sh'],
    installedBy: 'any system',
    answers: () => Promise.resolve(),
  };

  it('leaves neither processes nor files behind, whatever it started', async () => {
    let folder = '';
    const server = await ServerProcess.start(
      {
        ...shell,
        command: (place) => {
          folder = place.folder;
          return { file: '/bin/sh', args: ['-c', 'sleep 1000 & echo $! > child; wait'] };
        },
        answers: () =>
          existsSync(join(folder, 'child')) ? Promise.resolve() : Promise.reject(new Error('no')),
      },
      [],
    );
    const child = readFileSync(join(folder, 'child'), 'utf8').trim();
    await server.stop();
    expect(existsSync(folder)).toBe(false);
    await eventually(() => expect(stateOf(child)).toMatch(/^(Z.*)?$/));
  });

  it('says what it said last when it does not start', async () => {
    const failing = starterOf(
      {
        ...shell,
        command: () => ({ file: '/bin/sh', args: ['-c', 'echo out of paper; exit 1'] }),
        answers: () => Promise.reject(new Error('nobody there')),
      },
      () => ({}),
    );
    await expect(failing()).rejects.toThrow('Shell did not start: out of paper');
  });

  it('is refused in one sentence where its program is missing', async () => {
    const absent = starterOf(
      { ...shell, programs: ['sh', 'no-such-program'], command: () => ({ file: '', args: [] }) },
      () => ({}),
    );
    const sentence = 'Shell is not available: no-such-program (any system) is not installed.';
    expect(absent.unavailable()).toBe(sentence);
    await expect(absent()).rejects.toThrow(new ServerNotAvailable(sentence));
  });
});
