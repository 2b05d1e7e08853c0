import { defineTemplate } from './template.js';

/** Mail to the owner of an account after a sign-in method was added to it. */
export const signInMethodAdded = defineTemplate<{ name: string; method: string; link: string }>({
  subject: 'There is a new way to log in to your Waybill account',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: ['You can log in to your Waybill account with {{method}} from now on.'],
  button: { label: 'Open the security tab', link: '{{link}}' },
  footnote: 'If it was not you, remove it on the security tab and set a new password there.',
});
