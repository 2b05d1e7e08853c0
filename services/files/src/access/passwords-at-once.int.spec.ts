import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Caller, changeFileSettings, verifyFilePassword } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { FilesTestApp } from '../testing/files-test-app.js';
import { wrongPasswordsPerNetwork } from './password-attempt.limits.js';

const CROWD = '203.0.113.1';
const VISITOR = '198.51.100.1';

describe('passwords at the same time', () => {
  let files: FilesTestApp;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    owner = await files.account('pro');
  });
  afterAll(() => files.close());

  const setPassword = (fileId: string, address = VISITOR) =>
    files.request(changeFileSettings, {
      fileId,
      caller: { ...owner, address },
      settings: { password: 'sesame', deleteAt: null },
    });
  const verify = (fileId: string, password: string, address: string) =>
    files.request(verifyFilePassword, { fileId, password, address });

  async function protectedFile(): Promise<string> {
    const { id } = await files.file(owner);
    await setPassword(id);
    return id;
  }

  const outcomeOf = (attempt: Promise<unknown>): Promise<AppError | null> =>
    attempt.then(
      () => null,
      (error: unknown) => AppError.from(error),
    );

  it('right passwords of one network wait in small numbers, so that those of another are verified in turn', async () => {
    const [theirs, mine] = [await protectedFile(), await protectedFile()];
    const others = await Promise.all([protectedFile(), protectedFile(), protectedFile(), protectedFile()]);
    let verified = 0;
    const crowd = Array.from({ length: 40 }, (_, n) =>
      outcomeOf(
        verify([theirs, ...others][n % 5] ?? theirs, 'sesame', CROWD).then(() => {
          verified += 1;
        }),
      ),
    );
    await sleep(5);
    await expect(verify(mine, 'sesame', VISITOR)).resolves.toMatchObject({ verified: true });
    expect(verified).toBeLessThan(20);
    const refusals = (await Promise.all(crowd)).filter((error) => error !== null);
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'request.too-many', retryAfterSeconds: 2 });
  });

  it('passwords that owners set wait in small numbers, so that those of visitors are verified in turn', async () => {
    const mine = await protectedFile();
    const { id } = await files.file(owner);
    let stored = 0;
    const changes = Array.from({ length: 40 }, () =>
      outcomeOf(
        setPassword(id, CROWD).then(() => {
          stored += 1;
        }),
      ),
    );
    await sleep(5);
    await expect(verify(mine, 'sesame', VISITOR)).resolves.toMatchObject({ verified: true });
    expect(stored).toBeLessThan(20);
    const refusals = (await Promise.all(changes)).filter((error) => error !== null);
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'request.too-many' });
  });

  it('counts a password against its network before it is verified, and only if it is wrong', async () => {
    const fileId = await protectedFile();
    const office = '10.0.0.2';
    const attemptsLeft = async () =>
      (await files.get(RateLimiter).peekForNetwork(wrongPasswordsPerNetwork, office)).remaining;
    const fileIds = await Promise.all(Array.from({ length: 6 }, protectedFile));
    const guesses = Array.from({ length: 60 }, (_, n) =>
      outcomeOf(verify(fileIds[n % 6] ?? fileId, n % 2 ? 'wrong' : 'sesame', office)),
    );
    const codes = (await Promise.all(guesses)).map((error) => error?.code ?? 'verified');
    const wrong = codes.filter((code) => code === 'files.incorrect-password').length;
    expect(await attemptsLeft()).toBe(wrongPasswordsPerNetwork.points - wrong);
    await verify(fileId, 'sesame', office);
    expect(await attemptsLeft()).toBe(wrongPasswordsPerNetwork.points - wrong);
  });
});
