import { Module } from '@nestjs/common';
import { KnownNetworkRepository } from './known-network.repository.js';
import { KnownNetworkSweep } from './known-network.sweep.js';
import { NetworkHashService } from './network-hash.service.js';

/** Client networks from which accounts logged in, and their hashes in the database. */
@Module({
  providers: [NetworkHashService, KnownNetworkRepository, KnownNetworkSweep],
  exports: [KnownNetworkRepository, NetworkHashService],
})
export class NetworksModule {}
