import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { HealthRegistry, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource, EntityManager } from 'typeorm';
import { type DatabaseOptions, openDatabase } from './open-database.js';
import type { ServiceDatabase } from './service-database.js';

/** Provides `DataSource` and `EntityManager` of one service to all its modules. Needs ServiceKitModule. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    health: HealthRegistry,
  ) {
    health.register('database', async () => {
      await dataSource.query('SELECT 1');
    });
  }

  // Not TypeOrmModule.forRoot: it warns about a duplicate name when several services share a process.
  static forService(url: string, database: ServiceDatabase, options?: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        {
          provide: DataSource,
          inject: [LOGGER],
          useFactory: (logger: Logger) => openDatabase(url, database, logger, options),
        },
        {
          provide: EntityManager,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => dataSource.manager,
        },
      ],
      exports: [DataSource, EntityManager],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
