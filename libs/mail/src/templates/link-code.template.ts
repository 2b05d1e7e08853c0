import { defineTemplate } from './template.js';

/** Mail to a visitor of a link that asks for a proven address. */
export const linkCode = defineTemplate<{ code: string; link: string }>({
  subject: '{{code}} is your code to open a shared link',
  heading: 'Your code is {{code}}',
  paragraphs: ['Enter it on the page of the link that was shared with you. It works once, for ten minutes.'],
  button: { label: 'Go to the link', link: '{{link}}' },
  footnote: 'If you did not open a link, do nothing: nobody can open it without this code.',
});
