import { defineTemplate } from './template.js';
import type { ViewValues } from './first-view.template.js';

/** Mail to the owner of a file or bundle that was opened. */
export const everyView = defineTemplate<ViewValues>({
  subject: '“{{fileName}}” was opened',
  heading: '“{{fileName}}” was opened',
  paragraphs: [
    '{{#if visitor}}{{visitor}}{{else}}Somebody{{/if}} opened it{{#if place}}, from {{place}}{{/if}}{{#if device}}, with {{device}}{{/if}}.',
    '{{openedAt}}',
  ],
  button: { label: 'See the report', link: '{{link}}' },
  footnote:
    'You get this mail because you chose a mail for every view. Of one visitor there is at most one an hour.',
});
