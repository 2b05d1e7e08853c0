import { Module } from '@nestjs/common';
import { KnownNetworkRepository } from './known-network.repository.js';
import { NetworkHashService } from './network-hash.service.js';
import { SecurityLogService } from './security-log.service.js';

/** Client networks: hashed in the security log, and remembered as known to an account. */
@Module({
  providers: [NetworkHashService, KnownNetworkRepository, SecurityLogService],
  exports: [KnownNetworkRepository, NetworkHashService, SecurityLogService],
})
export class NetworksModule {}
