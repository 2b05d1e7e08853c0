import type { Logger } from './logger.js';
import { recordSecurityEvent, type SecurityEventDetails, type SecurityEventName } from './security-events.js';

/** The client of an event by its IP address, which is not logged. */
export interface SecurityEventOfClient extends Pick<SecurityEventDetails, 'accountId' | 'actorId'> {
  /** Undefined where the request does not carry it. */
  readonly address?: string | undefined;
}

/** Records security events of clients, with the client's network as a keyed hash. */
export class SecurityLog {
  /** @param hashNetwork keyed hash of the network of an IP address */
  constructor(
    private readonly logger: Logger,
    private readonly hashNetwork: (address: string) => string,
  ) {}

  record(event: SecurityEventName, { address, ...details }: SecurityEventOfClient): void {
    const network = address === undefined ? null : this.hashNetwork(address);
    recordSecurityEvent(this.logger, event, { ...details, network });
  }
}
