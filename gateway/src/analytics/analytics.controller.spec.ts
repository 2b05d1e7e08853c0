import { Bus } from '@waybill/bus/client';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const FILE = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const VISIT = '0190a5d4-0000-7000-8000-00000000abcd';

/** The files service. Records the inputs of its requests. */
class Files extends Bus {
  readonly inputs: unknown[] = [];

  async request(_request: unknown, input: unknown): Promise<never> {
    this.inputs.push(input);
    return {} as never;
  }
}

describe('reporting what was read', () => {
  let gateway: GatewayUnderTest;
  const files = new Files();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest(files);
  });
  afterAll(() => gateway.close());
  beforeEach(() => files.inputs.splice(0));

  const report = async (fileId: string, visitId: string) =>
    (
      await fetch(`${gateway.url}/api/files/${fileId}/visits/${visitId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ events: [{ page: 1, ms: 700 }] }),
      })
    ).status;

  it('reading reported with ids in capitals belongs to the visit that the bytes were loaded for', async () => {
    expect(await report(FILE.toUpperCase(), VISIT.toUpperCase())).toBe(204);
    expect(files.inputs).toEqual([expect.objectContaining({ fileId: FILE, pageVisitId: VISIT })]);
  });

  it('reading of a malformed visit id is ignored, like that of an unknown visit', async () => {
    expect(await report(FILE, 'nonsense')).toBe(204);
    expect(files.inputs).toEqual([]);
  });
});
