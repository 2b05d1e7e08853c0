import { type PageMetadata, publicPageMetadata } from '@waybill/contracts';

const generic: PageMetadata = {
  title: 'Share any file as a link',
  description: 'Upload a file, send a link, and see who opened it.',
};

/** What a file type's page promises (spec §2). */
export function landingOf(fileType: string): PageMetadata {
  return publicPageMetadata[`/${fileType}`] ?? generic;
}
