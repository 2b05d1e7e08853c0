import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { KnownNetworkRepository } from './known-network.repository.js';

/** Deletes networks that no account has logged in from for long, also those of accounts that nobody uses any more. */
@Injectable()
export class KnownNetworkSweep extends PeriodicSweep {
  constructor(
    private readonly knownNetworks: KnownNetworkRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Deleting old networks of log-ins failed', logger);
  }

  async sweep(): Promise<void> {
    await this.knownNetworks.deleteOld();
  }
}
