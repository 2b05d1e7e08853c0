import { defineTemplate } from './template.js';

/** To the operator: what somebody wrote in the contact form. */
export const contact = defineTemplate<{ name: string; email: string; subject: string; message: string }>({
  subject: 'Contact form: {{subject}}',
  heading: '{{subject}}',
  paragraphs: ['{{name}} ({{email}}) wrote:'],
  quote: '{{message}}',
  footnote:
    'Sent by the contact form. Your answer goes to {{email}}; that the address is theirs is not verified.',
});
