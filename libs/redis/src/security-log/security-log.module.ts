import type { KeyObject } from 'node:crypto';
import { type DynamicModule, Module } from '@nestjs/common';
import { LOGGER, type Logger, SecurityLog } from '@waybill/service-kit';
import { networkHasher } from '../rate-limit/network-hash.js';

/** Provides the SecurityLog to every module of a process. */
@Module({})
export class SecurityLogModule {
  /** @param networkHashKey key of the hashes in place of client addresses. The same in all processes */
  static forRoot(networkHashKey: KeyObject): DynamicModule {
    return {
      module: SecurityLogModule,
      global: true,
      providers: [
        {
          provide: SecurityLog,
          inject: [LOGGER],
          useFactory: (logger: Logger) => new SecurityLog(logger, networkHasher(networkHashKey)),
        },
      ],
      exports: [SecurityLog],
    };
  }
}
