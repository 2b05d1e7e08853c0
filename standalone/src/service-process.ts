import { type DynamicModule, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BusModule, type BusTransport } from '@waybill/bus';
import { DatabaseModule, type ServiceDatabase } from '@waybill/database';
import { createLogger, NestLogger, ServiceKitModule } from '@waybill/service-kit';

/** One service as the composition root sees it. */
export interface ServiceSpec {
  readonly name: string;
  readonly database: ServiceDatabase;
  /** The service's own modules, and the adapters that only it needs. */
  readonly modules: readonly DynamicModule[];
}

export interface ServiceSurroundings {
  readonly databaseUrl: string;
  readonly transport: BusTransport;
  readonly logLevel: string;
}

@Module({})
class ServiceProcess {}

/** Starts a service on the bus, with its own schema, logger and connections. */
export async function startServiceProcess(
  { name, database, modules }: ServiceSpec,
  { databaseUrl, transport, logLevel }: ServiceSurroundings,
): Promise<INestMicroservice> {
  const logger = createLogger(name, logLevel);
  const root: DynamicModule = {
    module: ServiceProcess,
    imports: [
      ServiceKitModule.forRoot(logger),
      DatabaseModule.forService(databaseUrl, database),
      BusModule.forService(transport, name),
      ...modules,
    ],
  };
  const service = await NestFactory.createMicroservice(root, {
    strategy: transport.server(name),
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  await service.listen();
  return service;
}
