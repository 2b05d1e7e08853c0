import { defineTemplate } from './template.js';

/** Mail to the owner of a webhook that was disabled because no delivery succeeded for 24 hours. */
export const webhookDisabled = defineTemplate<{ name: string; url: string; link: string }>({
  subject: 'Your webhook was switched off',
  heading: 'Hello{{#if name}}, {{name}}{{/if}}',
  paragraphs: [
    'Your webhook “{{url}}” has taken no delivery for 24 hours, so Waybill has switched it off. Events since then were not kept for it.',
    'Once it answers again, switch it on, and resend what it missed from its list of deliveries.',
  ],
  button: { label: 'See your webhooks', link: '{{link}}' },
  footnote: 'You get this mail because the webhook belongs to your Waybill account.',
});
