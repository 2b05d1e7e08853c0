import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Api } from './api.js';
import { FakeWaybill } from './testing/fake-waybill.js';
import { Program } from './testing/program.js';

const UNKNOWN = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

let waybill: FakeWaybill;
let program: Program;
let api: Api;

beforeEach(async () => {
  waybill = await FakeWaybill.start();
  program = await Program.logIn(waybill.url);
  api = new Api(waybill.url, null);
});
afterEach(async () => {
  waybill.close();
  await program.dispose();
});

const post = () => api.json('/api/bundles', { method: 'POST', body: { name: 'offer' } });
const remove = (path: string) => api.json(path, { method: 'DELETE' });

it.each([408, 423, 429, 503])('sends a POST again that was refused with %i', async (status) => {
  waybill.failureOf = (_line, nth) => (nth === 1 ? { status } : null);
  await expect(post()).resolves.toMatchObject({ name: 'offer' });
  expect(waybill.bundles.size).toBe(1);
});

it.each([500, 502, 504])('does not send a POST again after %i, which it may have caused', async (status) => {
  waybill.failureOf = (_line, nth) => (nth === 1 ? { status } : null);
  await expect(post()).rejects.toThrow(`Refused with ${status}`);
  expect(waybill.requests).toHaveLength(1);
});

it('does not send a POST again whose answer was lost', async () => {
  waybill.failureOf = () => 'lose-answer';
  await expect(post()).rejects.toThrow(`${waybill.url} cannot be reached`);
  expect(waybill.requests).toHaveLength(1);
});

it('does not send a POST again when the server asks for a longer wait than a minute', async () => {
  waybill.failureOf = () => ({ status: 429, retryAfter: 61 });
  await expect(post()).rejects.toThrow('Refused with 429');
  expect(waybill.requests).toHaveLength(1);
});

it.each([429, 503])('keeps the file of a link with a limit that was refused once with %i', async (status) => {
  const path = join(program.folder, 'report.txt');
  await writeFile(path, 'figures');
  waybill.failureOf = (line, nth) => (line.endsWith('/links') && nth === 1 ? { status } : null);
  const { code, output } = await program.run('send', path, '--limit', '1');
  expect({ code, output }).toEqual({ code: 0, output: `${waybill.url}/l/limited-link\n` });
  expect(waybill.files.size).toBe(1);
});

it('counts 404 as done for a DELETE that is repeated because its answer was lost', async () => {
  const id = waybill.addFile('report.txt', 'figures');
  waybill.failureOf = (_line, nth) => (nth === 1 ? 'lose-answer' : null);
  await expect(program.run('rm', `${waybill.url}/${id}`)).resolves.toEqual({
    code: 0,
    output: '',
    errors: '',
  });
  expect(waybill.requests).toHaveLength(2);
});

it('refuses a DELETE with 404 that is repeated because it was refused with 429', async () => {
  waybill.failureOf = (_line, nth) => (nth === 1 ? { status: 429 } : null);
  await expect(remove(`/api/files/${UNKNOWN}`)).rejects.toMatchObject({ status: 404 });
});

it('refuses a first DELETE with 404', async () => {
  await expect(remove(`/api/files/${UNKNOWN}`)).rejects.toMatchObject({ status: 404 });
  expect(waybill.requests).toHaveLength(1);
});

it('deletes a bundle by its id alone although the answer to the first DELETE was lost', async () => {
  const { id } = (await post()) as { id: string };
  waybill.failureOf = (line, nth) =>
    line.startsWith('DELETE /api/files/') && nth === 1 ? 'lose-answer' : null;
  expect((await program.run('rm', id)).code).toBe(0);
  expect(waybill.bundles.size).toBe(0);
});

it('counts a file as deleted that is removed by its id alone and whose DELETE is repeated', async () => {
  const id = waybill.addFile('report.txt', 'figures');
  waybill.failureOf = (_line, nth) => (nth === 1 ? 'lose-answer' : null);
  expect((await program.run('rm', id)).code).toBe(0);
  expect(waybill.files.size).toBe(0);
});
