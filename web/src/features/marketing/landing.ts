import { type PageText, publicPages } from '@waybill/contracts';

const generic: PageText = {
  title: 'Share any file as a link',
  description: 'Upload a file, send a link, and see who opened it.',
};

/** What a file type's page promises (spec §2). */
export function landingOf(fileType: string): PageText {
  return publicPages[`/${fileType}`] ?? generic;
}
