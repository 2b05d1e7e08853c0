import { defineTemplate } from './template.js';

/** Mail to the owner of a file that an administrator took down. */
export const fileTakenDown = defineTemplate<{ name: string; fileName: string; reason: string; link: string }>(
  {
    subject: 'Your file “{{fileName}}” was taken down',
    heading: 'Hello{{#if name}}, {{name}}{{/if}}',
    paragraphs: [
      'An administrator took down your file “{{fileName}}”. Its links do not work any more, and nobody can open it. The reason:',
    ],
    quote: '{{reason}}',
    button: { label: 'See your files', link: '{{link}}' },
    footnote:
      'You get this mail because the file is in your Waybill account. If you think that this is a mistake, please write to us with the contact form.',
  },
);
