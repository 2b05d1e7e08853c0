import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { openDatabase, type ServiceDatabase } from '@waybill/database';
import { createLogger, ServiceKitModule } from '@waybill/service-kit';
import { startPostgres, type TestDatabase } from '@waybill/testing';
import { deliveriesDatabase } from '../adapters/in-process/delivery-store.js';

/**
 * Creates a database with the tables of one service and of the in-process bus. Copies it, because all migrations of a
 * service take longer than the rest of its start. Not for tests of migrations.
 * @param modules that create tables of their own when they start, such as that of jobs
 */
export function startMigratedPostgres(
  database: ServiceDatabase,
  modules?: (url: string) => readonly DynamicModule[],
): Promise<TestDatabase> {
  const databases = [deliveriesDatabase, database];
  const logger = createLogger(database.schema, 'silent');
  return startPostgres({
    // The source of the classes, too, because migrations change while a process watches files.
    key: [...databases.flatMap(({ schema, migrations }) => [schema, ...migrations]), modules]
      .map(String)
      .join(),
    fill: async (url) => {
      for (const each of databases) await (await openDatabase(url, each, logger)).destroy();
      if (!modules) return;
      const imports = [ServiceKitModule.forRoot(logger), ...modules(url)];
      const app = await NestFactory.createApplicationContext(
        { module: class TablesRoot {}, imports },
        { logger: false, abortOnError: false },
      );
      await app.close();
    },
  });
}
