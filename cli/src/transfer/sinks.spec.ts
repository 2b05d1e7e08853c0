import fs, { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors.js';
import { DeviceSink, FileSink } from './sinks.js';

const failure = (code: string) => Object.assign(new Error(code), { code, syscall: 'link' });

describe('FileSink', () => {
  let folder: string;
  let target: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-sinks-'));
    target = join(folder, 'report.txt');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  /** Writes a part file, and gives it the name of the target. */
  async function publish(replaces: boolean): Promise<void> {
    const sink = await FileSink.open(`${target}.1234abcd.part`);
    try {
      await sink.write(Buffer.from('new'));
      await sink.publish(target, replaces);
    } finally {
      await sink.close();
    }
  }

  it('replaces an existing file on a file system without hard links', async () => {
    await writeFile(target, 'old');
    jest.spyOn(fs, 'link').mockRejectedValue(failure('EPERM'));
    await publish(true);
    await expect(readFile(target, 'utf8')).resolves.toBe('new');
    await expect(readdir(folder)).resolves.toEqual(['report.txt']);
  });

  it('keeps the old file until the new one has taken its name', async () => {
    await writeFile(target, 'old');
    for (const call of ['link', 'rename'] as const) jest.spyOn(fs, call).mockRejectedValue(failure('EIO'));
    await expect(publish(true)).rejects.toThrow(new UsageError(`${target} cannot be written: EIO`));
    await expect(readFile(target, 'utf8')).resolves.toBe('old');
  });

  it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])(
    'gives a new file its name where a hard link fails with %s',
    async (code) => {
      jest.spyOn(fs, 'link').mockRejectedValue(failure(code));
      await publish(false);
      await expect(readFile(target, 'utf8')).resolves.toBe('new');
      await expect(readdir(folder)).resolves.toEqual(['report.txt']);
    },
  );

  it('writes the file once when two runs of the command download it at the same time', async () => {
    const part = `${target}.1234abcd.part`;
    const one = await FileSink.open(part);
    await one.write(Buffer.from('fig'));
    const other = await FileSink.open(part);
    expect(other.position).toBe(3);
    for (const sink of [one, other]) await sink.write(Buffer.from('ures'));
    await one.publish(target, true);
    await expect(readFile(target, 'utf8')).resolves.toBe('figures');
    for (const sink of [one, other]) await sink.close();
  });

  it.each(['with', 'without'])(
    'replaces no file that appeared during the download, on a file system %s hard links',
    async (links) => {
      await writeFile(target, 'other');
      if (links === 'without') jest.spyOn(fs, 'link').mockRejectedValue(failure('EPERM'));
      await expect(publish(false)).rejects.toThrow(new UsageError(`${target} cannot be written: EEXIST`));
      await expect(readFile(target, 'utf8')).resolves.toBe('other');
      await expect(readdir(folder)).resolves.toHaveLength(2);
    },
  );
});

describe('DeviceSink', () => {
  it('fails when a device takes no bytes', async () => {
    const sink = await DeviceSink.open('/dev/full');
    await expect(sink.write(Buffer.from('new'))).rejects.toThrow(
      new UsageError('/dev/full cannot be written: ENOSPC'),
    );
    await sink.close();
  });

  it('refuses to begin again after bytes were written', async () => {
    const sink = await DeviceSink.open('/dev/null');
    await sink.restart();
    await sink.write(Buffer.from('new'));
    await expect(sink.restart()).rejects.toThrow('The file has changed while it was downloaded');
    await sink.close();
  });
});
