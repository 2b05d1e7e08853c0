import { defineTemplate } from './template.js';

/** Mail to the owner of a file whose bytes the server has lost. */
export const fileContentMissing = defineTemplate<{ name: string; fileName: string; link: string }>({
  subject: 'Your file “{{fileName}}” cannot be opened',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    'The content of your file “{{fileName}}” is missing on our server, so nobody can open it. Our operator has been informed, and may be able to restore it. If you still have the file, please send it again and share the new link.',
  ],
  button: { label: 'See your files', link: '{{link}}' },
  footnote: 'You get this mail because the file is in your Waybill account.',
});
