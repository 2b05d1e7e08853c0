import { AppError } from '@waybill/contracts';
import { ConfigurationError } from '@waybill/service-kit';
import { failingAs, runCommand } from './run-command.js';

/** Output of a command that fails with this error. */
async function printed(error: Error, action?: string): Promise<string> {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const fail = () => Promise.reject(error);
  try {
    await runCommand(action === undefined ? fail : () => failingAs(action, fail));
    expect(process.exitCode).toBe(1);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
    process.exitCode = undefined;
  }
}

const signature = Object.assign(new Error('The request signature does not match.'), {
  code: 'SignatureDoesNotMatch',
});
const refused = Object.assign(
  new AggregateError([
    new Error('connect ECONNREFUSED ::1:9000'),
    new Error('connect ECONNREFUSED 127.0.0.1:9000'),
  ]),
  { code: 'ECONNREFUSED' },
);
const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

describe('a command that fails', () => {
  it.each([
    [
      'a wrong key',
      'server.unavailable',
      signature,
      'SignatureDoesNotMatch: The request signature does not match.',
    ],
    [
      'no server',
      'server.unavailable',
      refused,
      'connect ECONNREFUSED ::1:9000, connect ECONNREFUSED 127.0.0.1:9000.',
    ],
    ['a full disk', 'server.storage-full', full, 'ENOSPC: no space left on device, write.'],
  ] as const)(
    'names its target and the cause, not the sentence for visitors: %s',
    async (_name, code, cause, text) => {
      const error = new AppError(code, undefined, { cause });
      expect(await printed(error, 'The backup to s3://backups')).toBe(
        `The backup to s3://backups failed: ${text}\n`,
      );
      expect(await printed(error)).toBe(`The command failed: ${text}\n`);
    },
  );

  it.each([
    ['EACCES', 'open', "EACCES: permission denied, open '/mnt/backup/manifest.json'"],
    ['ENOSPC', 'write', 'ENOSPC: no space left on device, write'],
  ])('names its target and the error %s of a file, without a stack', async (code, syscall, message) => {
    const error = Object.assign(new Error(message), { code, syscall });
    expect(await printed(error, 'The restore from /mnt/backup')).toBe(
      `The restore from /mnt/backup failed: ${message}.\n`,
    );
  });

  it('names its target and the addresses of a database that refuses connections', async () => {
    expect(await printed(refused, 'The backup to /mnt/backup')).toBe(
      'The backup to /mnt/backup failed: connect ECONNREFUSED ::1:9000, connect ECONNREFUSED 127.0.0.1:9000.\n',
    );
  });

  it('prints other sentences as they are, and the stack of an unexpected error', async () => {
    expect(await printed(new ConfigurationError('Use --to.'), 'The backup')).toBe('Use --to.\n');
    expect(await printed(new AppError('auth.required'), 'The backup')).not.toMatch(/failed:/);
    expect(await printed(full, 'The backup')).toContain('run-command.spec');
  });
});
