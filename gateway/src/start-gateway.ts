import { type DynamicModule, Module } from '@nestjs/common';
import { BusClientModule } from '@waybill/bus/client';
import { type Adapters, listen, type SharedEnvironment } from '@waybill/composition';
import { type Logger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import { createGateway, type Gateway } from './create-gateway.js';
import { GatewayModule } from './gateway.module.js';

export interface GatewayOptions {
  /** The newest first. */
  readonly sessionSecrets: readonly Buffer[];
  /** Folder of the built web client; null when something else serves it. */
  readonly webRoot: string | null;
  readonly logger: Logger;
}

/** A gateway that listens. */
export interface RunningGateway extends Pick<Gateway, 'drain' | 'close'> {
  readonly address: string;
}

@Module({})
class GatewayProcess {}

/**
 * The gateway as any profile starts it, on the adapters of that profile.
 * @throws ConfigurationError when its port cannot be had
 */
export async function startGateway(
  environment: SharedEnvironment,
  adapters: Adapters,
  { sessionSecrets, webRoot, logger }: GatewayOptions,
): Promise<RunningGateway> {
  const config = {
    publicUrl: environment.PUBLIC_URL,
    sessionSecrets,
    trustProxy: environment.TRUST_PROXY,
    webRoot,
    officeViewerUrl: environment.OFFICE_VIEWER_URL || null,
  };
  const root: DynamicModule = {
    module: GatewayProcess,
    imports: [
      ServiceKitModule.forRoot(logger),
      BusClientModule.forRoot(adapters.transport),
      adapters.storage(),
      adapters.cache(),
      GatewayModule.forRoot(config),
    ],
  };
  const gateway = await createGateway(root, config, new NestLogger(logger));
  try {
    return { ...gateway, address: await listen(gateway, environment) };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}
