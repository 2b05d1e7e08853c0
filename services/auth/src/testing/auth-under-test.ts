import { randomUUID } from 'node:crypto';
import { type RunningService, startService } from '@waybill/bus/testing';
import {
  AppError,
  type DataOf,
  type EventContract,
  type InputOf,
  logIn,
  type OutputOf,
  signUp,
  userRegistered,
  verifyEmail,
} from '@waybill/contracts';
import { LimiterModule } from '@waybill/limiter';
import { ManualClock } from '@waybill/service-kit';
import { startPostgres } from '@waybill/testing';
import type { AuthConfig } from '../auth.config.js';
import { AuthModule } from '../auth.module.js';
import { authDatabase } from '../database/auth.database.js';

/** Good enough for every account of a test. */
export const PASSWORD = 'quiet otter borrows lamp';

/** The error an attempt ends with; null when it succeeds. */
export function failureOf(attempt: Promise<unknown>): Promise<AppError | null> {
  return attempt.then(
    () => null,
    (error: unknown) => AppError.from(error),
  );
}

type SignUpForm = InputOf<typeof signUp>['form'];

function anyAddress(): string {
  return randomUUID();
}

/** The auth service on a real database, and the words a test uses for it. */
export class AuthUnderTest {
  private constructor(
    readonly service: RunningService,
    readonly clock: ManualClock,
    private readonly stopDatabase: () => Promise<void>,
  ) {}

  static async start(config: Partial<AuthConfig> = {}): Promise<AuthUnderTest> {
    const postgres = await startPostgres();
    const clock = new ManualClock();
    const service = await startService({
      module: AuthModule.forRoot({
        activationRequired: false,
        promotion: { endsAt: null, message: null },
        ...config,
      }),
      database: authDatabase,
      service: 'auth',
      url: postgres.url,
      clock,
      imports: [LimiterModule.forMemory()],
    });
    return new AuthUnderTest(service, clock, () => postgres.stop());
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.stopDatabase();
  }

  /** Every account and every client address of its own, so that no test spends another's attempts. */
  anyEmail(): string {
    return `ada.${randomUUID()}@example.org`;
  }

  async signUp(
    form: Partial<SignUpForm> = {},
    { browserId = null as string | null, address = anyAddress() } = {},
  ) {
    const password = form.password ?? PASSWORD;
    const filled = { name: 'Ada', email: this.anyEmail(), agreeToTerms: true, ...form };
    const answer = await this.service.bus.request(signUp, {
      form: { ...filled, password, confirmPassword: password },
      browserId,
      address,
    });
    return { email: filled.email, password, message: answer.message };
  }

  /** A new account that may be used, and a session of it. */
  async signUpAndLogIn() {
    const { email } = await this.signUp();
    return { email, ...(await this.logIn(email)) };
  }

  logIn(email: string, password = PASSWORD, address = anyAddress()): Promise<OutputOf<typeof logIn>> {
    return this.service.bus.request(logIn, { form: { email, password }, address, userAgent: 'jest' });
  }

  /** Follows the activation link that was told last. */
  async activate(email: string) {
    const token = this.told(userRegistered, email).at(-1)?.activationToken ?? 'none';
    return this.service.bus.request(verifyEmail, { token, email });
  }

  /** What this service told of one person, oldest first. */
  told<E extends EventContract>(contract: E, emailOrUserId: string): DataOf<E>[] {
    return this.service
      .published()
      .filter(({ type }) => type === contract.type)
      .map(({ data }) => data as DataOf<E> & { email?: string; userId: string })
      .filter(({ email, userId }) => emailOrUserId === email || emailOrUserId === userId);
  }
}
