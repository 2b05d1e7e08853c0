import { defineTemplate } from './template.js';

/** Mail to the owner of a file or bundle that expires unopened. */
export const unopenedBeforeExpiry = defineTemplate<{
  name: string;
  fileName: string;
  expiresAt: string;
  link: string;
}>({
  subject: 'Nobody has opened “{{fileName}}”',
  heading: 'Nobody has opened “{{fileName}}” yet',
  paragraphs: [
    'It expires on {{expiresAt}}. You can remind the person you sent it to, or choose a later expiry.',
  ],
  button: { label: 'Change its settings', link: '{{link}}' },
  footnote: 'You get this mail because the file is in your Waybill account.',
});
