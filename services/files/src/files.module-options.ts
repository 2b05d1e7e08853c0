export interface FilesModuleOptions {
  readonly promotion: { readonly endsAt: Date | null; readonly message: string | null };
  /** Secrets of verification tokens. The first signs; all verify. */
  readonly tokenSecrets: readonly Buffer[];
}

/** Injection token of FilesModuleOptions. */
export const FILES_MODULE_OPTIONS = Symbol('files module options');
