import { defineTemplate } from './template.js';

export interface PasswordChangedValues {
  readonly name: string;
  readonly link: string;
  /** Addresses of webhooks that a reset of the password switched off, one a line. */
  readonly webhooks?: string;
}

/** Mail to the owner of an account after its password was changed. */
export const passwordChanged = defineTemplate<PasswordChangedValues>({
  subject: 'Your Waybill password was changed',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    'The password of your Waybill account was just changed, and every other device was logged out.',
    'If it was you, all is well. If it was not, set a new password at once.',
    '{{#if webhooks}}These webhooks were switched off, because somebody else may have made them. In your account you can switch yours on again, and delete those that you do not know:{{/if}}',
  ],
  quote: '{{#if webhooks}}{{webhooks}}{{/if}}',
  button: { label: 'This was not me', link: '{{link}}' },
  footnote: 'We tell you of every change of your password, so that nobody changes it unnoticed.',
});
