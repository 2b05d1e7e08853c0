import { defineTemplate } from './template.js';

/** Mail to the owner of an account after a second sign-up with its address (spec §7). */
export const signUpRepeated = defineTemplate<{ name: string; link: string; resetLink: string }>({
  subject: 'You already have a Waybill account',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    'Somebody just tried to open a Waybill account with this address. You have one already, so nothing was changed.',
    'If it was you, simply log in. Should you have forgotten your password, set a new one here: {{resetLink}}',
  ],
  button: { label: 'Log in', link: '{{link}}' },
  footnote: 'If it was not you, there is nothing to do: nobody got into your account.',
});
