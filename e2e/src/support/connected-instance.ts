import { OidcProviderUnderTest, startPostgres, type TestDatabase } from '@waybill/testing';
import { FREE } from './environment.js';
import type { Instance } from './instance.js';
import { sharedInstance } from './shared-instance.js';
import { startProfile } from './start-profile.js';
import { StripeStub } from './stripe-stub.js';

/** A Waybill with Stripe, an identity provider, and a database that a test can read. */
export class ConnectedInstance implements Instance {
  private constructor(
    private readonly waybill: Instance,
    readonly stripe: StripeStub,
    readonly provider: OidcProviderUnderTest,
    readonly database: TestDatabase,
  ) {}

  /** Flows that run in one Jest module share it (shared-instance.ts). */
  static startShared(): Promise<ConnectedInstance> {
    return sharedInstance({ connected: true }, () => ConnectedInstance.start());
  }

  private static async start(): Promise<ConnectedInstance> {
    const [stripe, provider, database] = await Promise.all([
      StripeStub.start(),
      OidcProviderUnderTest.start(),
      startPostgres(),
    ]);
    const waybill = await startProfile({
      ...FREE,
      ...stripe.environment,
      DATABASE_URL: database.url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Example ID',
    });
    return new ConnectedInstance(waybill, stripe, provider, database);
  }

  get url(): string {
    return this.waybill.url;
  }

  mails(): Promise<string[]> {
    return this.waybill.mails();
  }

  objects(): Promise<string[]> {
    return this.waybill.objects();
  }

  async dispose(): Promise<void> {
    await this.waybill.dispose();
    await Promise.all([this.stripe.stop(), this.provider.stop(), this.database.stop()]);
  }
}
