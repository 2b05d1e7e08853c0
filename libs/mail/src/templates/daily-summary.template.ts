import { defineTemplate } from './template.js';

/** Mail to an owner with the views of a day. */
export const dailySummary = defineTemplate<{
  name: string;
  day: string;
  total: string;
  lines: string;
  link: string;
}>({
  subject: '{{total}} on {{day}}',
  heading: '{{total}} on {{day}}',
  paragraphs: ['{{#if name}}Hello {{name}}, this{{else}}This{{/if}} is what was opened:'],
  quote: '{{lines}}',
  button: { label: 'See the overview', link: '{{link}}' },
  footnote:
    'The overview also counts your own downloads and views by links whose mails are off. You get this mail because you chose a daily summary. A day without views has none.',
});
