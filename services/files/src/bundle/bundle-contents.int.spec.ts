import { createBundle } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { FilesTestApp } from '../testing/files-test-app.js';
import { contentsOf } from './bundle-contents.js';

describe('contentsOf', () => {
  let files: FilesTestApp;
  beforeAll(async () => void (files = await FilesTestApp.start()));
  afterAll(() => files.close());

  it('loads bundles that have more files together than a statement has parameters', async () => {
    const caller = await files.account('pro');
    const { id } = await files.upload(caller);
    const copies = await files.rows<{ id: string }>(
      `INSERT INTO files SELECT (jsonb_populate_record(files, jsonb_build_object(
         'id', gen_random_uuid(), 'object_key', 'copy/' || number))).*
       FROM files, generate_series(1, 9500) AS number WHERE id = $1 RETURNING id`,
      [id],
    );
    const bundles = await Promise.all(
      Array.from({ length: 7 }, () => files.request(createBundle, { caller, form: {} })),
    );
    const ids = bundles.map((bundle) => bundle.id);
    await files.rows(
      `INSERT INTO bundle_files (bundle_id, file_id, position, path)
       SELECT bundle, file, 0, file::text FROM unnest($1::uuid[]) AS bundle, unnest($2::uuid[]) AS file`,
      [ids, copies.map((copy) => copy.id)],
    );
    const contents = await contentsOf(files.get(DataSource).manager, ids, files.clock.now());
    expect(ids.map((bundle) => contents.get(bundle)?.length)).toEqual(ids.map(() => 9500));
  });
});
