import type { DynamicModule } from '@nestjs/common';
import { BusClientModule } from '@waybill/bus/client';
import { type Adapters, listen, type SharedEnvironment } from '@waybill/composition';
import { type Logger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import { createGateway, type Gateway } from './create-gateway.js';
import { trafficLimits } from './limits/traffic.limits.js';
import { GatewayModule } from './gateway.module.js';

export interface GatewayOptions {
  /** Newest first. */
  readonly sessionSecrets: readonly Buffer[];
  /** Folder of the built web client; null when another server serves it. */
  readonly webRoot: string | null;
  /** Secret that opens the mailbox; null where mails are sent. */
  readonly mailboxKey: string | null;
  readonly logger: Logger;
}

/** A gateway that accepts connections. */
export type RunningGateway = Pick<Gateway, 'drain' | 'close'>;

/** Root module of the process. */
class GatewayProcess {}

/**
 * Starts the gateway with the adapters of the profile.
 * @throws ConfigurationError when it cannot listen on its port
 */
export async function startGateway(
  environment: SharedEnvironment,
  adapters: Adapters,
  { sessionSecrets, webRoot, mailboxKey, logger }: GatewayOptions,
): Promise<RunningGateway> {
  const options = {
    publicUrl: environment.PUBLIC_URL,
    sessionSecrets,
    trustProxy: environment.TRUST_PROXY,
    webRoot,
    officeViewerUrl: environment.OFFICE_VIEWER_URL || null,
    mailboxKey,
    limits: trafficLimits(environment),
    config: {
      publicUrl: environment.PUBLIC_URL.origin,
      plans: environment.planLimits,
      defaultPlan: environment.DEFAULT_PLAN,
      signUp: environment.SIGN_UP,
      signUpDomains: environment.SIGN_UP_DOMAINS,
      singleSignOn: environment.oidc && { name: environment.oidc.name },
      anonymousUploads: environment.ANONYMOUS_UPLOADS,
      officeViewer: environment.OFFICE_VIEWER_URL !== '',
      visitorAddresses: environment.VISITOR_ADDRESSES,
      visitRetentionDays: environment.VISIT_RETENTION_DAYS ?? null,
    },
    apiDocs: environment.API_DOCS,
  };
  const root: DynamicModule = {
    module: GatewayProcess,
    imports: [
      ServiceKitModule.forRoot(logger),
      BusClientModule.forRoot(adapters.transport),
      adapters.storage(),
      adapters.securityLog(),
      await adapters.cache(),
      await adapters.limiter(),
      await adapters.signals(),
      GatewayModule.forRoot(options),
    ],
  };
  const gateway = await createGateway(root, options, new NestLogger(logger));
  try {
    await listen(gateway, environment);
    return gateway;
  } catch (error) {
    await gateway.close();
    throw error;
  }
}
