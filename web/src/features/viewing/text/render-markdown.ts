import createPurifier from 'dompurify';
import { marked } from 'marked';

const purifier = createPurifier(window);

// A link must not replace or control this page, nor send its address as referrer.
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/**
 * Renders Markdown to HTML without scripts, styles, forms and media players: the text must not change this page, look
 * like a part of it, or send data. The gateway's Content-Security-Policy blocks images of other sites.
 */
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
