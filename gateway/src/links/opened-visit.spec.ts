import { randomUUID } from 'node:crypto';
import { Bus } from '@waybill/bus/client';
import { type InputOf, openLink, type RequestContract } from '@waybill/contracts';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

type Opening = InputOf<typeof openLink>;

/** The files service, which opens every link. */
class Files extends Bus {
  readonly visits: Opening['visit'][] = [];
  /** Id of the visit that the opening began; undefined: the service of the previous version. */
  begun?: string;

  request({ name }: RequestContract, input: unknown): Promise<never> {
    if (name === openLink.name) this.visits.push((input as Opening).visit);
    const opened = { token: 'l.1', allowDownload: true, visit: this.begun };
    return Promise.resolve({ opened, challenge: null } as never);
  }
}

describe('POST /api/links/{id}/open', () => {
  let gateway: GatewayUnderTest;
  const files = new Files();
  beforeAll(async () => void (gateway = await startGatewayUnderTest(files)));
  afterAll(() => gateway.close());

  const open = async (form: { visit?: string }) => {
    const response = await fetch(`${gateway.url}/api/links/grace/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form),
    });
    return (await response.json()) as { visit: string };
  };

  it('an opening names its visit, so that reading can be reported where the page gave no id', async () => {
    const { visit } = await open({});
    const recorded = { id: visit, key: `page:${visit}`, pageVisitId: visit };
    expect(files.visits.at(-1)).toMatchObject(recorded);
    const given = randomUUID();
    expect(await open({ visit: given })).toMatchObject({ token: 'l.1', visit: given });
  });
  it('an opening names another visit where the id of its page was used before', async () => {
    files.begun = randomUUID();
    expect(await open({ visit: randomUUID() })).toMatchObject({ visit: files.begun });
  });
});
