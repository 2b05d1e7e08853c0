import type { Keyring } from '@waybill/storage';

/** Injection token of SharingModuleOptions. */
export const SHARING_MODULE_OPTIONS = Symbol('sharing module options');

export interface SharingModuleOptions {
  /** Origin of the web client, without a trailing slash. */
  readonly publicUrl: string;
  /** Recipient of contact form messages. */
  readonly contactEmail: { readonly name: string; readonly address: string };
  /** Wraps the secrets of webhooks. */
  readonly keyring: Keyring;
  /** Whether webhooks may be sent to private, loopback and link-local addresses. */
  readonly allowsPrivateWebhooks: boolean;
  /** DNS servers for the names of webhooks, with their ports. By default those of the system. */
  readonly webhookDnsServers?: readonly string[];
  /**
   * Days after which visits are deleted, also from the log of webhooks (VISIT_RETENTION_DAYS). Null: no limit by age.
   */
  readonly visitRetentionDays: number | null;
}
