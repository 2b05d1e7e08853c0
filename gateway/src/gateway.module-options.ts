import type { EnvironmentName } from '@waybill/composition';

/** The variables it is given as a process of its own, beside those that every process reads. */
export const readByGateway = [
  'PUBLIC_URL',
  'TRUST_PROXY',
  'OFFICE_VIEWER_URL',
  'SESSION_SECRET',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'ENCRYPTION_KEY',
] as const satisfies readonly EnvironmentName[];

/** What the gateway needs to know; read from the environment by the composition roots alone. */
export interface GatewayModuleOptions {
  /** Where people reach this Waybill: links, cookie security, the origin of our own pages. */
  readonly publicUrl: URL;
  /** The first signs the cookie that identifies an anonymous browser; the others are accepted still. */
  readonly sessionSecrets: readonly Buffer[];
  /** Whose `X-Forwarded-For` is believed: addresses and networks, or the nearest hops; false for nobody. */
  readonly trustProxy: string | ((address: string, hop: number) => boolean) | false;
  /** Folder of the built web client; null when something else serves it. */
  readonly webRoot: string | null;
  /** Address of the external document viewer, `{url}` in place of the file's; null when it is off. */
  readonly officeViewerUrl: string | null;
}

/** Injection token of the configuration. */
export const GATEWAY_MODULE_OPTIONS = Symbol('gateway-config');
