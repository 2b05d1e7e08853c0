import { type Caller, createRecipientLink, deleteFileRequest, revokeLink } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';
import { browser, FilesTestApp } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';
import { fileRequestsPerOwner, linksPerOwner } from './creation.limits.js';

const tooMany = { code: 'request.too-many', retryAfterSeconds: expect.any(Number) as number };

let files: FilesTestApp;
let limiter: RateLimiter;
let owner: Caller;
let kit: LinkTestKit;
beforeAll(async () => {
  files = await FilesTestApp.start();
  limiter = files.get(RateLimiter);
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
  kit = new LinkTestKit(files, owner);
});

describe('limits on the links and file requests that an owner makes', () => {
  it('an account makes 500 links an hour at most, revoked ones included', async () => {
    const { id: fileId } = await files.file(owner);
    await limiter.consume(linksPerOwner, owner.userId!, 499);
    const { id: linkId } = await kit.make(fileId);
    await files.request(revokeLink, { linkId, caller: owner });
    await expect(kit.make(fileId)).rejects.toMatchObject(tooMany);
    await expect(kit.linked({}, await files.account('pro'))).resolves.toHaveProperty('link');
  });

  it('a network makes 500 links an hour at most without an account', async () => {
    const from = (address: string): Caller => ({ ...browser(), address });
    await limiter.consume(linksPerOwner, '198.51.100.70', 500);
    await expect(kit.linked({}, from('198.51.100.70'))).rejects.toMatchObject(tooMany);
    await expect(kit.linked({}, from('198.51.100.71'))).resolves.toHaveProperty('link');
  });

  it('browsers at a shared address are limited in their links one by one', async () => {
    const [first, second] = [browser(), browser()].map((one) => ({ ...one, address: '10.0.0.7' }));
    await limiter.consume(linksPerOwner, first!.browserId!, 500);
    await expect(kit.linked({}, first)).rejects.toMatchObject(tooMany);
    await expect(kit.linked({}, second)).resolves.toHaveProperty('link');
  });

  it('a share mail has the address of the file after its owner made too many links', async () => {
    const { fileId } = await kit.linked();
    await limiter.consume(linksPerOwner, owner.userId!, 500);
    const target = { kind: 'file', id: fileId } as const;
    const recipient = { target, caller: owner, recipientName: 'Grace' };
    await expect(files.request(createRecipientLink, recipient)).resolves.toMatchObject({ slug: null });
  });

  it('an account makes 200 file requests an hour at most, deleted ones included', async () => {
    const requests = new FileRequestTestKit(files, owner);
    await limiter.consume(fileRequestsPerOwner, owner.userId!, 199);
    const { id: requestId } = await requests.make();
    await files.request(deleteFileRequest, { requestId, caller: owner });
    await expect(requests.make()).rejects.toMatchObject(tooMany);
    await expect(requests.make({}, await files.account('pro'))).resolves.toHaveProperty('id');
  });
});
