import { defineTemplate } from './template.js';

/** Mail to a new user (spec §4, "Activation"). */
export const activation = defineTemplate<{ name: string; link: string }>({
  subject: 'Activate your Waybill account',
  heading: 'Welcome{{#if name}}, {{name}}{{/if}}',
  paragraphs: ['One step is left: please confirm that this address is yours, and your account is ready.'],
  button: { label: 'Activate my account', link: '{{link}}' },
  footnote:
    'You get this mail because somebody opened a Waybill account with this address. If it was not you, do nothing: without this step the account stays closed.',
});
