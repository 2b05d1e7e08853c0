export interface FilesModuleOptions {
  readonly promotion: { readonly endsAt: Date | null; readonly message: string | null };
  /** Limit of all available anonymous files together. */
  readonly anonymousMaxBytes: number;
  /** Secrets of verification tokens. The first signs; all verify. */
  readonly tokenSecrets: readonly Buffer[];
}

/** Injection token of FilesModuleOptions. */
export const FILES_MODULE_OPTIONS = Symbol('files module options');
