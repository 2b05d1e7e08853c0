import { defineTemplate } from './template.js';

/** Mail to the owner of a file that was taken down and is available again. */
export const fileRestored = defineTemplate<{ name: string; fileName: string; link: string }>({
  subject: 'Your file “{{fileName}}” is available again',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: ['An administrator made your file “{{fileName}}” available again. Its links work as before.'],
  button: { label: 'See your files', link: '{{link}}' },
  footnote: 'You get this mail because the file is in your Waybill account.',
});
