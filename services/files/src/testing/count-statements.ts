import { DataSource } from 'typeorm';
import type { FilesTestApp } from './files-test-app.js';

/**
 * Number of statements that the service sends to the database during `work`, with a few of the relay of events. Tests
 * use it to rule out N+1 queries.
 */
export async function countStatements(files: FilesTestApp, work: () => Promise<unknown>): Promise<number> {
  const runner = files.get(DataSource).createQueryRunner();
  const query = jest.spyOn(Object.getPrototypeOf(runner) as typeof runner, 'query');
  await runner.release();
  await work();
  const count = query.mock.calls.length;
  query.mockRestore();
  return count;
}
