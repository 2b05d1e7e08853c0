import type { Config } from '@waybill/contracts';
import type { TrafficLimits } from '../limits/traffic.limits.js';

/** Settings of the gateway. Only the composition roots read them from the environment. */
export interface GatewayModuleOptions {
  /** Public address of this Waybill: used for links, the `Secure` cookie attribute and the CSRF check. */
  readonly publicUrl: URL;
  /** Keys that sign the anonymous browser's cookie. The first one signs; all are accepted. */
  readonly sessionSecrets: readonly Buffer[];
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and networks, or a test by hop; false for none. */
  readonly trustProxy: string | ((address: string, hop: number) => boolean) | false;
  /** Folder of the built web client; null when another server serves it. */
  readonly webRoot: string | null;
  /** URL of the external document viewer, with `{url}` for the file's URL; null when it is disabled. */
  readonly officeViewerUrl: string | null;
  readonly limits: TrafficLimits;
  /** Limits and offers of this installation, as sent to clients. */
  readonly config: Config;
  /** Whether the API documents are served. */
  readonly apiDocs: boolean;
  /** Secret that opens the mailbox; null where mails are sent. */
  readonly mailboxKey: string | null;
}

/** Injection token of GatewayModuleOptions. */
export const GATEWAY_MODULE_OPTIONS = Symbol('gateway module options');
