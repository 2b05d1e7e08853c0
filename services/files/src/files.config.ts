/** What the composition root tells this service. */
export interface FilesConfig {
  readonly promotion: { readonly endsAt: Date | null; readonly message: string | null };
  /** The tokens of verified passwords are signed under the first; the others are accepted still. */
  readonly tokenSecrets: readonly Buffer[];
}

/** Injection token of the service's FilesConfig. */
export const FILES_CONFIG = Symbol('files config');

/** What the composition root tells the worker. */
export interface PreviewsConfig {
  /** LibreOffice's `soffice`; null: Office files get no rendition. */
  readonly sofficePath: string | null;
  /** The compiled preview child; the one built beside this module when left out. */
  readonly childPath?: string;
}

/** Injection token of the worker's PreviewsConfig. */
export const PREVIEWS_CONFIG = Symbol('previews config');
