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
  spec: ProcessDefinition,
  environment: SharedEnvironment,
  adapters: Adapters,
): Promise<INestApplicationContext> {
  const { BusModule } = await import('@waybill/bus');
  const logger = createLogger(processName(spec), environment.LOG_LEVEL);
  const root: DynamicModule = {
    module: ServiceProcess,
    imports: [
      ServiceKitModule.forRoot(logger),
      adapters.database(spec.database),
      BusModule.forService(adapters.transport, spec.service),
      ...spec.modules(environment, adapters),
    ],
  };
  const options = { logger: new NestLogger(logger), abortOnError: false };
  if (spec.role === 'worker') return NestFactory.createApplicationContext(root, options);
  const strategy = adapters.transport.server(spec.service);
  const service = await NestFactory.createMicroservice(root, { ...options, strategy });
  await service.listen();
  return service;
}
