import { type DynamicModule, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BusModule } from '@waybill/bus';
import { DatabaseModule } from '@waybill/database';
import { createLogger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import type { Adapters } from './adapters.js';
import type { SharedEnvironment } from './environment.js';
import type { ProcessSpec } from './process-spec.js';

@Module({})
class ServiceProcess {}

/** Starts a service on the bus, with its own schema, logger and connections. */
export async function startServiceProcess(
  spec: ProcessSpec,
  environment: SharedEnvironment,
  adapters: Adapters,
): Promise<INestMicroservice> {
  const logger = createLogger(spec.name, environment.LOG_LEVEL);
  const root: DynamicModule = {
    module: ServiceProcess,
    imports: [
      ServiceKitModule.forRoot(logger),
      DatabaseModule.forService(adapters.databaseUrl, spec.database),
      BusModule.forService(adapters.transport, spec.name),
      ...spec.modules(environment, adapters),
    ],
  };
  const service = await NestFactory.createMicroservice(root, {
    strategy: adapters.transport.server(spec.name),
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  await service.listen();
  return service;
}
