import { AppError } from '@waybill/contracts';
import { FilesystemObjectStore, type ObjectStore } from '@waybill/storage';
import { temporaryFolder } from '@waybill/testing';
import { CLAIM_KEY, readClaim, writeClaim } from './installation-marker.js';
import { CLAIM_CHECKS, LONG_CLAIM_CHECKS, StoreClaim } from './store-claim.js';

let store: ObjectStore;
let removeFolder: () => Promise<void>;
let claim: StoreClaim;
beforeEach(async () => {
  const { path, remove } = await temporaryFolder();
  removeFolder = remove;
  store = new FilesystemObjectStore(path);
  claim = new StoreClaim(store);
});
afterEach(() => removeFolder());

describe('StoreClaim', () => {
  it('a claim of the store is good after three minutes without an answer', async () => {
    await expect(checksUntilGood()).resolves.toBe(CLAIM_CHECKS);
    await expect(readClaim(store)).resolves.toBe('one');
    await claim.settle('one', 'one');
    await expect(store.stat(CLAIM_KEY)).resolves.toBeNull();
  });

  it('waits longer than the interval of versions that only replace the token', async () => {
    await expect(checksUntilGood(true)).resolves.toBe(LONG_CLAIM_CHECKS);
  });

  it('ignores the claim of a process that was killed', async () => {
    await writeClaim(store, 'killed');
    await expect(checksUntilGood()).resolves.toBe(CLAIM_CHECKS);
    expect(claim.isContested).toBe(false);
  });

  it.each([
    ['replaced', () => writeClaim(store, 'two')],
    ['removed', () => store.delete(CLAIM_KEY)],
  ])('starts again after it was %s, and reports a second time', async (_how, answer) => {
    for (let check = 0; check < CLAIM_CHECKS; check++) await pursue();
    await answer();
    await expect(pursue()).resolves.toBe(false);
    expect(claim.isContested).toBe(false);
    await answer();
    await expect(pursue()).resolves.toBe(false);
    expect(claim.isContested).toBe(true);
    await expect(checksUntilGood()).resolves.toBe(CLAIM_CHECKS - 1);
  });

  it('takes the claims of its own Waybill from before further restarts of PostgreSQL for no answers', async () => {
    const sibling = new StoreClaim(store);
    for (const serverStart of ['one', 'two', 'three']) {
      for (const process of [claim, sibling]) await process.pursue(serverStart, await claim.read(), false);
      expect([claim.isContested, sibling.isContested]).toEqual([false, false]);
    }
    await claim.settle('three', 'three');
    for (const serverStart of ['four', 'five']) {
      await sibling.pursue(serverStart, await sibling.read(), false);
      await claim.defend();
      await sibling.pursue(serverStart, await sibling.read(), false);
      expect(sibling.isContested).toBe(false);
    }
  });

  it('waits as long again after a further restart of PostgreSQL, also if another process claimed first', async () => {
    for (let check = 1; check < CLAIM_CHECKS; check++)
      await claim.pursue('before', await claim.read(), false);
    await new StoreClaim(store).pursue('one', 'before', false);
    await expect(checksUntilGood()).resolves.toBe(CLAIM_CHECKS);
  });

  it('a claim is good on a full store, which takes no claim, after the longer time', async () => {
    store.put = () => Promise.reject(new AppError('server.storage-full'));
    await expect(checksUntilGood()).resolves.toBe(LONG_CLAIM_CHECKS);
  });

  it('answers the claim of another database as long as its own is unavailable', async () => {
    await writeClaim(store, 'two');
    await claim.defend();
    await expect(readClaim(store)).resolves.toBe('two');
    await claim.settle('one', null);
    await claim.defend();
    await expect(readClaim(store)).resolves.toBe('one');
  });

  async function pursue(mayStaySilent = false): Promise<boolean> {
    return claim.pursue('one', await claim.read(), mayStaySilent);
  }

  async function checksUntilGood(mayStaySilent = false): Promise<number> {
    for (let checks = 0; ; checks++) if (await pursue(mayStaySilent)) return checks;
  }
});
