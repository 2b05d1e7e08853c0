export interface PreviewsModuleOptions {
  /** Path of LibreOffice's `soffice`. Null: Office files get no rendition. */
  readonly sofficePath: string | null;
  /** Path of ffmpeg. Null: videos get no thumbnail. */
  readonly ffmpegPath?: string | null;
  /** Path of the compiled preview child. Default: the one built beside this module. */
  readonly childPath?: string;
}

/** Injection token of PreviewsModuleOptions. */
export const PREVIEWS_MODULE_OPTIONS = Symbol('previews module options');
