import { defineTemplate } from './template.js';

/** Mail to an address that an administrator invited. */
export const invitation = defineTemplate<{ link: string }>({
  subject: 'You are invited to Waybill',
  heading: 'You are invited',
  paragraphs: [
    'An administrator of this Waybill invited you to open an account: share files by link, and see who opened them.',
    'The invitation is for this e-mail address only, and works once.',
  ],
  button: { label: 'Open my account', link: '{{link}}' },
  footnote: 'If you did not expect this mail, you can ignore it.',
});
