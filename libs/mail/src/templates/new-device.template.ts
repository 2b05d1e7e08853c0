import { defineTemplate } from './template.js';

/** Mail to the owner of an account after a log-in on a device that it had not used before. */
export const newDevice = defineTemplate<{
  name: string;
  device: string;
  address: string;
  time: string;
  link: string;
}>({
  subject: 'New log-in to your Waybill account',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    'Someone just logged in to your Waybill account on a device that we did not know.',
    '{{#if device}}{{device}}{{else}}An unknown program{{/if}}, from the network address {{address}}, at {{time}}.',
    'If it was you, there is nothing to do.',
  ],
  button: { label: 'Set a new password', link: '{{link}}' },
  footnote:
    'If it was not you, set a new password now: that ends every log-in. Then look through the security tab of your account.',
});
