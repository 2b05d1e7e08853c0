import { createBundle } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { FilesTestApp } from '../testing/files-test-app.js';
import { contentOf } from './bundle-contents.js';

describe('the files of bundles', () => {
  let files: FilesTestApp;
  beforeAll(async () => void (files = await FilesTestApp.start()));
  afterAll(() => files.close());

  it('files of a bundle are loaded with one parameter, because PostgreSQL accepts 65,535', async () => {
    const caller = await files.account('pro');
    const parameters: number[] = [];
    for (const count of [1, 4]) {
      const fileIds = await Promise.all(
        Array.from({ length: count }, async () => (await files.upload(caller)).id),
      );
      const { id } = await files.request(createBundle, { caller, form: { fileIds } });
      const runner = files.get(DataSource).createQueryRunner();
      const query = jest.spyOn(runner, 'query');
      await expect(contentOf(runner.manager, id, files.clock.now())).resolves.toHaveLength(count);
      parameters.push(query.mock.calls.reduce((sum, [, values]) => sum + (values as unknown[]).length, 0));
      await runner.release();
    }
    expect(parameters[1]).toBe(parameters[0]);
  });
});
