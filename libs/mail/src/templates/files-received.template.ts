import { defineTemplate } from './template.js';

/** Mail to a person whose file request got files. */
export const filesReceived = defineTemplate<{
  name: string;
  title: string;
  sender: string;
  count: string;
  lines: string;
  link: string;
}>({
  subject: '{{#if sender}}{{sender}} sent{{else}}You received{{/if}} {{count}} for “{{title}}”',
  heading: '{{#if sender}}{{sender}} sent{{else}}You received{{/if}} {{count}}',
  paragraphs: ['For your request “{{title}}”:'],
  quote: '{{lines}}',
  button: { label: 'See your files', link: '{{link}}' },
  footnote:
    'You get this mail because you asked for files with Waybill. If you do not know the sender, do not open the files.',
});
