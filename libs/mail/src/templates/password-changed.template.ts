import { defineTemplate } from './template.js';

/** Mail to the owner of an account after its password was changed. */
export const passwordChanged = defineTemplate<{ name: string; link: string }>({
  subject: 'Your Waybill password was changed',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    'The password of your Waybill account was just changed, and every other device was logged out.',
    'If it was you, all is well. If it was not, set a new password at once.',
  ],
  button: { label: 'This was not me', link: '{{link}}' },
  footnote: 'We tell you of every change of your password, so that nobody changes it unnoticed.',
});
