import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { currentContext } from './call-context.js';
import { FairSemaphore } from './fair-semaphore.js';
import { toWaitRefusal } from './wait-refusal.js';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const parameters = {
  // A compiler of single files cannot read this const enum.
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Half of the threads of libuv, which also read and write files. */
const AT_ONCE = 2;

/** Waiting passwords: a few seconds of work, less than a call waits for its answer. */
const MAX_WAITING = 128;
const MAX_WAITING_OF_CLIENT = 4;
/** Waiting passwords of an address that stands for many clients. */
const MAX_WAITING_OF_SHARED_ADDRESS = 96;

/** The client that a password is hashed or verified for. */
export interface PasswordClient {
  /** Clients take turns by their networks. */
  readonly network: string;
  /** Whether many clients share the address. */
  readonly isShared: boolean;
}

/** One for all services of the process, because they share its threads. */
const passwords = new FairSemaphore({ permits: AT_ONCE, maxWaiting: MAX_WAITING });

/** Normalises Unicode, because two keyboards may send the same password in different forms. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/**
 * @returns PHC string, salt and parameters included
 * @throws AppError `request.too-many` if too many passwords of the network wait, `server.busy` if too many in total
 */
export function hashPassword(password: string, client: PasswordClient): Promise<string> {
  return inTurn(client, () => hash(normalise(password), parameters));
}

/**
 * @param before runs when it is this password's turn. Its error ends the verification
 * @throws AppError those of `hashPassword`, and the error of `before`
 */
export function verifyPassword(
  passwordHash: string,
  password: string,
  client: PasswordClient,
  before?: () => Promise<void>,
): Promise<boolean> {
  return inTurn(client, async () => {
    await before?.();
    return verify(passwordHash, normalise(password));
  });
}

/** Drops the work if the call that waits for it has ended meanwhile. */
async function inTurn<T>({ network, isShared }: PasswordClient, work: () => Promise<T>): Promise<T> {
  const maxWaiting = isShared ? MAX_WAITING_OF_SHARED_ADDRESS : MAX_WAITING_OF_CLIENT;
  try {
    return await passwords.run({ key: network, maxWaiting, deadline: currentContext()?.deadline }, work);
  } catch (error) {
    throw toWaitRefusal(error);
  }
}
