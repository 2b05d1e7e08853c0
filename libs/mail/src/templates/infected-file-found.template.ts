import { defineTemplate } from './template.js';

/** Mail to administrators after the virus scan found malware in a file. */
export const infectedFileFound = defineTemplate<{
  name: string;
  fileName: string;
  finding: string;
  link: string;
}>({
  subject: 'Malware was found in “{{fileName}}”',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    'The virus scan found “{{finding}}” in the file “{{fileName}}” that somebody uploaded. Nobody can open it.',
  ],
  button: { label: 'See the file', link: '{{link}}' },
  footnote: 'You get this mail because your account administers this Waybill.',
});
