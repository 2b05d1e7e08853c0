import { defineTemplate } from './template.js';

/** Mail to a user who requested a password reset. */
export const passwordReset = defineTemplate<{ name: string; link: string }>({
  subject: 'Set a new Waybill password',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    'You asked to set a new password for your Waybill account. The button below works once, and for one hour.',
  ],
  button: { label: 'Set a new password', link: '{{link}}' },
  footnote: 'If you did not ask for this, do nothing: your password stays as it is.',
});
