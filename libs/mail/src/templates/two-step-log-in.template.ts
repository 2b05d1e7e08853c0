import { defineTemplate } from './template.js';

/**
 * Mail to the owner of an account after its two-step log-in was turned on or off. Names a way to reach the operator's
 * help, because a stranger's second step also outlives a reset of the password.
 */
export const twoStepLogIn = defineTemplate<{ name: string; isOn: boolean; link: string }>({
  subject: 'Two-step log-in of your Waybill account is {{#if isOn}}on{{else}}off{{/if}}',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    '{{#if isOn}}A log-in with your password also asks for a code of your authenticator app from now on.{{else}}' +
      'A log-in with your password no longer asks for a code.{{/if}}',
  ],
  button: { label: 'Open the security tab', link: '{{link}}' },
  footnote:
    'If it was not you, set a new password immediately{{#if isOn}}, and ask whoever runs this Waybill for help if you' +
    ' cannot log in{{/if}}.',
});
