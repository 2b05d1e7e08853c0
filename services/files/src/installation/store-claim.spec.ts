import { AppError } from '@waybill/contracts';
import { FilesystemObjectStore, type ObjectStore } from '@waybill/storage';
import { temporaryFolder } from '@waybill/testing';
import { CLAIM_KEY, readClaim, writeClaim } from './installation-marker.js';
import { CLAIM_BEATS, LONG_CLAIM_BEATS, StoreClaim } from './store-claim.js';

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
    await expect(beatsUntilGood()).resolves.toBe(CLAIM_BEATS);
    await expect(readClaim(store)).resolves.toBe('one');
    await claim.settle('one', 'one');
    await expect(store.stat(CLAIM_KEY)).resolves.toBeNull();
  });

  it('waits longer than the interval of versions that only replace the token', async () => {
    await expect(beatsUntilGood(true)).resolves.toBe(LONG_CLAIM_BEATS);
  });

  it('ignores the claim of a process that was killed', async () => {
    await writeClaim(store, 'killed');
    await expect(beatsUntilGood()).resolves.toBe(CLAIM_BEATS);
    expect(claim.isContested).toBe(false);
  });

  it.each([
    ['replaced', () => writeClaim(store, 'two')],
    ['removed', () => store.delete(CLAIM_KEY)],
  ])('starts again after it was %s, and reports a second time', async (_how, answer) => {
    for (let beat = 0; beat < CLAIM_BEATS; beat++) await pursue();
    await answer();
    await expect(pursue()).resolves.toBe(false);
    expect(claim.isContested).toBe(false);
    await answer();
    await expect(pursue()).resolves.toBe(false);
    expect(claim.isContested).toBe(true);
    await expect(beatsUntilGood()).resolves.toBe(CLAIM_BEATS - 1);
  });

  it('a claim is good on a full store, which takes no claim, after the longer time', async () => {
    store.put = () => Promise.reject(new AppError('server.storage-full'));
    await expect(beatsUntilGood()).resolves.toBe(LONG_CLAIM_BEATS);
  });

  it('answers the claim of another database as long as its own is unavailable', async () => {
    await writeClaim(store, 'two');
    await claim.defend();
    await expect(readClaim(store)).resolves.toBe('two');
    await claim.settle('one', null);
    await claim.defend();
    await expect(readClaim(store)).resolves.toBe('one');
  });

  async function pursue(isFirst = false): Promise<boolean> {
    return claim.pursue('one', await claim.read(), isFirst);
  }

  async function beatsUntilGood(isFirst = false): Promise<number> {
    for (let beats = 0; ; beats++) if (await pursue(isFirst)) return beats;
  }
});
