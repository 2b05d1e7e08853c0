import { type PageMetadata, publicPageMetadata } from '@waybill/contracts';

const generic: PageMetadata = {
  title: 'Share any file as a link',
  description: 'Upload a file, send a link, and see who opened it.',
};

/** Texts of a file type's landing page (spec §2). */
export function landingOf(fileType: string): PageMetadata {
  return publicPageMetadata[`/${fileType}`] ?? generic;
}
