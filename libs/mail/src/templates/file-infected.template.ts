import { defineTemplate } from './template.js';

/** Mail to the owner of a file in which the virus scan found malware. */
export const fileInfected = defineTemplate<{ name: string; fileName: string; finding: string; link: string }>(
  {
    subject: 'Malware was found in your file “{{fileName}}”',
    heading: 'Hello{{#if name}}, {{name}}{{/if}}',
    paragraphs: [
      'The virus scan found “{{finding}}” in your file “{{fileName}}”. Nobody can open it any more, you included. Please check the device that you sent it from.',
    ],
    button: { label: 'See your files', link: '{{link}}' },
    footnote:
      'You get this mail because the file is in your Waybill account. If you are sure that the file is harmless, please write to us with the contact form.',
  },
);
