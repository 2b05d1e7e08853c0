export interface PreviewsModuleOptions {
  /** Path of LibreOffice's `soffice`. Null: Office files get no rendition. */
  readonly sofficePath: string | null;
  /** Path of ffmpeg. Null: videos get no thumbnail. */
  readonly ffmpegPath?: string | null;
  /** Path of `bsdtar`. Null: only ZIP archives are listed. */
  readonly bsdtarPath?: string | null;
  /** Path of `pdftoppm`. Null: a library draws first pages, without fallback fonts. */
  readonly pdftoppmPath?: string | null;
  /** Path of the compiled preview child. Without it no preview can be made. */
  readonly childPath?: string;
}

/** Injection token of PreviewsModuleOptions. */
export const PREVIEWS_MODULE_OPTIONS = Symbol('previews module options');
