import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Program } from './testing/program.js';

describe('run', () => {
  let program: Program;
  beforeEach(async () => {
    program = await Program.logIn('http://127.0.0.1:9');
  });
  afterEach(() => program.dispose());

  it('ends with one sentence and the exit code of a local file when the file system refuses a call', async () => {
    delete process.env['WAYBILL_TOKEN'];
    await mkdir(join(program.folder, 'config/waybill/credentials.json'), { recursive: true });
    await expect(program.run('list')).resolves.toEqual({
      code: 2,
      output: '',
      errors: 'A local file cannot be used: EISDIR: illegal operation on a directory, read\n',
    });
  });

  it('passes on an error of the program itself', async () => {
    const write = jest.spyOn(process.stdout, 'write').mockImplementation(() => {
      throw new TypeError('A defect');
    });
    const { run } = await import('./run.js');
    await expect(run(['list', '--help'])).rejects.toThrow('A defect');
    write.mockRestore();
  });
});
