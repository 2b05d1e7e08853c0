import fs from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { requireCompleteOutput } from './complete-output.js';

/** A stream like `process.stdout`. */
function outputTo(fd: number, write: (chunk: Buffer) => void = () => undefined) {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        write(chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return Object.assign(stream, { fd });
}

describe('requireCompleteOutput', () => {
  let folder: string;
  let exit: jest.SpyInstance;
  let errors: string;
  let stderr: jest.SpyInstance;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-output-'));
    exit = jest.spyOn(process, 'exit').mockImplementation();
    errors = '';
    stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      errors += String(text);
      return true;
    });
  });
  afterEach(async () => {
    exit.mockRestore();
    stderr.mockRestore();
    await rm(folder, { recursive: true });
  });

  const failWith = async (code: string) => {
    const file = await open('/dev/null', 'w');
    const output = outputTo(file.fd, () => {
      throw Object.assign(new Error(code), { code, syscall: 'write' });
    });
    requireCompleteOutput(output);
    output.write('bytes');
    await new Promise(setImmediate);
    await file.close();
  };

  it('ends the program with success when the reader of a pipe has closed it', async () => {
    await failWith('EPIPE');
    expect(exit.mock.calls).toEqual([[undefined]]);
    expect(errors).toBe('');
  });

  it('ends the program with one sentence and the exit code of a local file when standard output is full', async () => {
    await failWith('ENOSPC');
    expect(exit.mock.calls).toEqual([[2]]);
    expect(errors).toBe('Standard output cannot be written: ENOSPC\n');
  });

  it('writes the rest of a chunk when a file takes only some of its bytes', async () => {
    const path = join(folder, 'output');
    const file = await open(path, 'w');
    const { writeSync } = fs;
    const short = jest
      .spyOn(fs, 'writeSync')
      .mockImplementation(((fd: number, bytes: Uint8Array, offset: number) =>
        writeSync(fd, bytes, offset, Math.min(2, bytes.length - offset))) as typeof fs.writeSync);
    const output = outputTo(file.fd);
    requireCompleteOutput(output);
    await new Promise((done) => output.write('bytes', done));
    short.mockRestore();
    await file.close();
    await expect(readFile(path, 'utf8')).resolves.toBe('bytes');
    expect(exit).not.toHaveBeenCalled();
  });

  it('ends the program when a disk is full in the middle of a chunk', async () => {
    const file = await open(join(folder, 'output'), 'w');
    const full = Object.assign(new Error('Full'), { code: 'ENOSPC' });
    const short = jest
      .spyOn(fs, 'writeSync')
      .mockImplementationOnce(() => 2)
      .mockImplementationOnce(() => {
        throw full;
      });
    const output = outputTo(file.fd);
    requireCompleteOutput(output);
    output.write('bytes');
    await new Promise(setImmediate);
    short.mockRestore();
    await file.close();
    expect(exit.mock.calls).toEqual([[2]]);
  });
});
