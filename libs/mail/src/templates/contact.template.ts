import { defineTemplate } from './template.js';

/** Mail to the operator: a message of the contact form. */
export const contact = defineTemplate<{ name: string; email: string; subject: string; message: string }>({
  subject: 'Contact form: {{subject}}',
  heading: '{{subject}}',
  paragraphs: ['{{name}} ({{email}}) wrote:'],
  quote: '{{message}}',
  footnote:
    'Sent by the contact form. Your answer goes to {{email}}; that the address is theirs is not verified.',
});
