import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger, recordSecurityEvent, type SecurityEventName } from '@waybill/service-kit';
import { NetworkHashService } from './network-hash.service.js';

/** Records the security events of accounts, with the client's network as a hash. */
@Injectable()
export class SecurityLogService {
  constructor(
    private readonly networkHashes: NetworkHashService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param address of the client, where the request carries it */
  async record(event: SecurityEventName, accountId: string | null, address?: string): Promise<void> {
    const network =
      address === undefined
        ? null
        : (await this.networkHashes.hash(address)).toString('base64url').slice(0, 22);
    recordSecurityEvent(this.logger, event, { accountId, network });
  }
}
