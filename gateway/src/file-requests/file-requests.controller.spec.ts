import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type ErrorCode,
  getFileRequest,
  getOwners,
  type RequestContract,
} from '@waybill/contracts';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const OWNER = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const invoices = {
  slug: 'invoices',
  title: 'Invoices',
  message: null,
  deleteAt: null,
  maxFiles: 12,
  filesLeft: 9,
  maxFileSize: 10_485_760,
  isPasswordProtected: false,
};

/** The files service, and an auth service that fails with the error of the test. */
class Services extends Bus {
  failure: ErrorCode | null = null;

  async request({ name }: RequestContract): Promise<never> {
    if (name === getFileRequest.name) return { ...invoices, ownerId: OWNER } as never;
    if (name !== getOwners.name) throw new AppError('request.not-found');
    if (this.failure !== null) throw AppError.ofCode(this.failure);
    return { owners: [{ id: OWNER, name: 'Ada Lovelace', email: 'ada@example.com' }] } as never;
  }
}

describe('FileRequestsController', () => {
  let gateway: GatewayUnderTest;
  const services = new Services();
  beforeAll(async () => void (gateway = await startGatewayUnderTest(services)));
  afterAll(() => gateway.close());

  const show = async (failure: ErrorCode | null) => {
    services.failure = failure;
    const response = await fetch(`${gateway.url}/api/requests/invoices`);
    return { status: response.status, body: await response.json() };
  };

  it('shows a file request without the name of its owner while auth is unavailable', async () => {
    expect(await show(null)).toEqual({ status: 200, body: { ...invoices, askedBy: 'Ada Lovelace' } });
    for (const failure of ['server.unavailable', 'server.timeout', 'server.failed'] as const)
      expect(await show(failure)).toEqual({ status: 200, body: { ...invoices, askedBy: null } });
    expect(await show('request.malformed')).toMatchObject({ status: 400 });
  });
});
