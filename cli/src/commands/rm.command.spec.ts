import { FakeWaybill } from '../testing/fake-waybill.js';
import { Program } from '../testing/program.js';

const UNKNOWN = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('waybill rm', () => {
  let waybill: FakeWaybill;
  let program: Program;
  beforeEach(async () => {
    waybill = await FakeWaybill.start();
    program = await Program.logIn(waybill.url);
  });
  afterEach(async () => {
    waybill.close();
    await program.dispose();
  });

  it('deletes the others of several files when one is refused, and names that one', async () => {
    const ids = ['a.txt', 'b.txt'].map((name) => waybill.addFile(name, ''));
    const outcome = await program.run('rm', ids[0]!, UNKNOWN, `${waybill.url}/${ids[1]}`);
    expect(outcome).toEqual({
      code: 1,
      output: '',
      errors: `${UNKNOWN}: Not found\n1 of 3 are not deleted.\n`,
    });
    expect(waybill.files.size).toBe(0);
  });

  it('says of each of several refused files why', async () => {
    waybill.failureOf = (line) => (line.startsWith('DELETE ') ? { status: 403 } : null);
    const ids = ['a.txt', 'b.txt'].map((name) => waybill.addFile(name, ''));
    const { code, errors } = await program.run('rm', ...ids);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: `${ids.map((id) => `${id}: Refused with 403\n`).join('')}2 of 2 are not deleted.\n`,
    });
  });

  it('stops at a failure of the network', async () => {
    waybill.failureOf = () => ({ status: 503, retryAfter: 3600 });
    const ids = ['a.txt', 'b.txt'].map((name) => waybill.addFile(name, ''));
    expect((await program.run('rm', ...ids)).code).toBe(3);
    expect(waybill.requests).toHaveLength(1);
  });
});
