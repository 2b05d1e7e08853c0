import { defineTemplate } from './template.js';

/** Mail to the owner of a link after its last allowed download. */
export const limitUsedUp = defineTemplate<{
  name: string;
  fileName: string;
  linkName: string;
  limit: string;
  link: string;
}>({
  subject: 'The link to “{{fileName}}” is used up',
  heading: 'The link to “{{fileName}}” is used up',
  paragraphs: [
    'The link “{{linkName}}” allowed {{limit}}, and the last one was just used. It opens nothing any more.',
  ],
  button: { label: 'See its links', link: '{{link}}' },
  footnote: 'You get this mail because the link is yours.',
});
