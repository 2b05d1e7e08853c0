import type { KeyObject } from 'node:crypto';
import type { AddressMode } from './visitors/kept-address.js';

/** Injection token of AnalyticsModuleOptions. */
export const ANALYTICS_MODULE_OPTIONS = Symbol('analytics module options');

export interface AnalyticsModuleOptions {
  /**
   * Keys of the visitor hashes. New hashes use the first key. The others are keys under rotation: a visitor stored
   * under one of them is not counted again.
   */
  readonly visitorSalts: readonly KeyObject[];
  /** Age in days at which entries are deleted. Null: entries are kept as long as their file. */
  readonly visitRetentionDays: number | null;
  /** The part of an address that an entry keeps. */
  readonly visitorAddresses: AddressMode;
}
