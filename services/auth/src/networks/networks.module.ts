import { Module } from '@nestjs/common';
import { networkHasher } from '@waybill/redis';
import { LOGGER, type Logger, SecurityLog } from '@waybill/service-kit';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { KnownNetworkRepository } from './known-network.repository.js';
import { NetworkHashService } from './network-hash.service.js';

/** Client networks: hashed in the security log, and remembered as known to an account. */
@Module({
  providers: [
    NetworkHashService,
    KnownNetworkRepository,
    {
      provide: SecurityLog,
      inject: [LOGGER, AUTH_MODULE_OPTIONS],
      useFactory: (logger: Logger, { keyring }: AuthModuleOptions) =>
        new SecurityLog(logger, networkHasher(keyring.networkHashKey)),
    },
  ],
  exports: [KnownNetworkRepository, NetworkHashService, SecurityLog],
})
export class NetworksModule {}
