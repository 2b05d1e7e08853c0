import createPurifier from 'dompurify';
import { marked } from 'marked';

const purifier = createPurifier(window);

// Nothing in the text may change this page, look like a part of it, or send anything.
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** Renders Markdown to HTML without scripts, styles, forms and media of other sites. */
export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false, gfm: true });
  return purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'style',
      'form',
      'input',
      'button',
      'textarea',
      'select',
      'video',
      'audio',
      'picture',
      'source',
    ],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset'],
    ALLOWED_URI_REGEXP: /^(https?:|mailto:|#|data:image\/(png|jpeg|gif|webp);)/i,
  });
}
