import createPurifier from 'dompurify';

const purifier = createPurifier(window);

// A link must not replace or control this page, nor send its address as referrer.
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/**
 * Removes scripts, styles, forms and media players from HTML: the text must not change this page, look like a part of
 * it, or send data. The gateway's Content-Security-Policy blocks images of other sites. Needs the DOM, so that it runs
 * on the main thread: the HTML must be light (`lightened`).
 */
export function safeHtml(html: string): string {
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
      // Thousands of them that move would freeze the page.
      'marquee',
    ],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset'],
    ALLOWED_URI_REGEXP: /^(https?:|mailto:|#|data:image\/(png|jpeg|gif|webp);)/i,
  });
}
