import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import type { Adapters } from './adapters.js';
import type { SharedEnvironment } from './environment.js';
import { type ProcessDefinition, processName } from './process-definition.js';

@Module({})
class ServiceProcess {}

/** Starts a service on the bus, or its worker, with its own database schema, logger and connections. */
export async function startServiceProcess(
  definition: ProcessDefinition,
  environment: SharedEnvironment,
  adapters: Adapters,
): Promise<INestApplicationContext> {
  const { BusModule } = await import('@waybill/bus');
  const logger = createLogger(processName(definition), environment.LOG_LEVEL);
  const root: DynamicModule = {
    module: ServiceProcess,
    imports: [
      ServiceKitModule.forRoot(logger),
      adapters.database(definition.database),
      BusModule.forService(adapters.transport, definition.service),
      ...definition.modules(environment, adapters),
    ],
  };
  const options = { logger: new NestLogger(logger), abortOnError: false };
  if (definition.role === 'worker') return NestFactory.createApplicationContext(root, options);
  const strategy = adapters.transport.server(definition.service);
  const service = await NestFactory.createMicroservice(root, { ...options, strategy });
  await service.listen();
  return service;
}
