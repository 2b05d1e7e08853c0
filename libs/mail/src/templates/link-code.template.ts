import { defineTemplate } from './template.js';

/** Mail to a visitor of a link that requires a verified address. `code` is empty if only the button opens the link. */
export const linkCode = defineTemplate<{ code: string; link: string }>({
  subject:
    '{{#if code}}{{code}} is your code to open a shared link{{else}}Open the link that was shared with you{{/if}}',
  heading: '{{#if code}}Your code is {{code}}{{else}}Open the link that was shared with you{{/if}}',
  paragraphs: [
    '{{#if code}}Enter it on the page where you asked for it, or use the button instead.{{else}}Use the button. This mail has no code, because too many were asked for or entered wrongly.{{/if}}',
    'This mail opens the link once, within ten minutes.',
  ],
  button: { label: 'Open the link', link: '{{link}}' },
  footnote: 'If you did not open a link, do nothing: nobody can open it as you without this mail.',
});
