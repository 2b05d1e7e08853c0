import { randomBytes, randomUUID } from 'node:crypto';
import { type RunningService, startMigratedPostgres, startService } from '@waybill/bus/testing';
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
import { RateLimiterModule, SecurityLogModule } from '@waybill/redis';
import { createLogger, ManualClock } from '@waybill/service-kit';
import { Keyring } from '@waybill/storage';
import type { AuthModuleOptions } from '../auth.module-options.js';
import { AuthModule } from '../auth.module.js';
import { authDatabase } from '../database/auth.database.js';

/** Password of every test account. */
export const PASSWORD = 'quiet otter borrows lamp';

/** The error of a rejected request; null when it succeeds. */
export function failureOf(attempt: Promise<unknown>): Promise<AppError | null> {
  return attempt.then(
    () => null,
    (error: unknown) => AppError.from(error),
  );
}

type SignUpForm = InputOf<typeof signUp>['form'];

function anyClientAddress(): string {
  return randomUUID();
}

/** The auth service on a real database, with helpers for tests. */
export class AuthTestApp {
  private constructor(
    readonly service: RunningService,
    readonly clock: ManualClock,
    /** Parsed log lines, oldest first. */
    readonly logLines: readonly Record<string, unknown>[],
    private readonly stopDatabase: () => Promise<void>,
  ) {}

  static async start(options: Partial<AuthModuleOptions> = {}): Promise<AuthTestApp> {
    const logLines: Record<string, unknown>[] = [];
    const destination = {
      write: (line: string) => void logLines.push(JSON.parse(line) as Record<string, unknown>),
    };
    const postgres = await startMigratedPostgres(authDatabase);
    const clock = new ManualClock();
    const keyring = options.keyring ?? new Keyring([randomBytes(32)]);
    const service = await startService({
      module: AuthModule.forRoot({
        activationRequired: false,
        promotion: { endsAt: null, message: null },
        defaultPlan: 'free',
        signUp: 'open',
        signUpDomains: [],
        adminEmails: [],
        publicUrl: new URL('http://localhost:3000'),
        oidc: null,
        sessionMaxDays: 180,
        ...options,
        keyring,
      }),
      database: authDatabase,
      service: 'auth',
      url: postgres.url,
      clock,
      logger: createLogger('auth', 'info', destination),
      imports: [RateLimiterModule.forMemory(), SecurityLogModule.forRoot(keyring.networkHashKey)],
    });
    return new AuthTestApp(service, clock, logLines, () => postgres.stop());
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.stopDatabase();
  }

  /** A unique address, so that tests do not consume each other's rate limits. */
  anyEmail(): string {
    return `ada.${randomUUID()}@example.org`;
  }

  async signUp(
    form: Partial<SignUpForm> = {},
    { browserId = null as string | null, address = anyClientAddress() } = {},
  ) {
    const password = form.password ?? PASSWORD;
    const filled = { name: 'Ada', email: this.anyEmail(), agreeToTerms: true, ...form };
    const response = await this.service.bus.request(signUp, {
      form: { ...filled, password, confirmPassword: password },
      browserId,
      address,
    });
    return { email: filled.email, password, message: response.message };
  }

  /** An active account and a session of it. */
  async signUpAndLogIn() {
    const { email } = await this.signUp();
    return { email, ...(await this.logIn(email)) };
  }

  logIn(email: string, password = PASSWORD, address = anyClientAddress()): Promise<OutputOf<typeof logIn>> {
    return this.service.bus.request(logIn, { form: { email, password }, address, userAgent: 'jest' });
  }

  /** Follows the newest activation link. */
  async activate(email: string) {
    const token = this.publishedOf(userRegistered, email).at(-1)?.activationToken ?? 'none';
    return this.service.bus.request(verifyEmail, { token, email });
  }

  /** The events that this service published about one account, oldest first. */
  publishedOf<E extends EventContract>(contract: E, emailOrUserId: string): DataOf<E>[] {
    return this.service
      .published()
      .filter(({ type }) => type === contract.type)
      .map(({ data }) => data as DataOf<E> & { email?: string; userId: string })
      .filter(({ email, userId }) => emailOrUserId === email || emailOrUserId === userId);
  }
}
