import type { PlanId, PlanTable, PromotionSettings } from '@waybill/contracts';
import type { VirusScanModuleOptions } from './virus-scan/virus-scan.module-options.js';

export interface FilesModuleOptions {
  readonly promotion: PromotionSettings;
  readonly planLimits: PlanTable;
  /** Plan that every account has at least. */
  readonly defaultPlan: PlanId;
  /** Whether a browser without an account may upload. */
  readonly anonymousUploads: boolean;
  /** Maximum total size of all available anonymous files, in bytes. */
  readonly anonymousMaxBytes: number;
  /** If uploads are scanned, strangers can open them only after their scan. */
  readonly virusScan: VirusScanModuleOptions;
  /** Secrets of verification tokens. The first signs; all verify. */
  readonly tokenSecrets: readonly Buffer[];
}

/** Injection token of FilesModuleOptions. */
export const FILES_MODULE_OPTIONS = Symbol('files module options');
