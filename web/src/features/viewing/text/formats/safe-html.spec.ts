import { formatMarkdown } from './format-markdown.js';
import { safeHtml } from './safe-html.js';

const renderMarkdown = (text: string) => safeHtml(formatMarkdown(text) ?? '');

describe('safeHtml', () => {
  it('renders headings, lists and tables', () => {
    const html = renderMarkdown('# Title\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |');
    expect(html).toContain('<h1>Title</h1>');
    expect(html).toContain('<li>one</li>');
    expect(html).toContain('<td>1</td>');
  });

  it('opens links in another tab that knows nothing of this page', () => {
    expect(renderMarkdown('[a](https://a.example/)')).toContain(
      'target="_blank" rel="noopener noreferrer nofollow"',
    );
  });

  it('keeps the text of moving elements, without the movement', () => {
    expect(renderMarkdown('<marquee>a</marquee>')).toBe('<p>a</p>\n');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<svg><script>alert(1)</script></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="https://a.example/"><input name="password"></form>',
    '<style>body { display: none }</style>',
    '<div style="position: fixed; inset: 0">x</div>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  ])('removes what could run or deceive: %s', (text) => {
    expect(renderMarkdown(text)).not.toMatch(
      /<script|onerror|javascript:|data:text|<iframe|<form|<input|<style|style=|<svg/i,
    );
  });
});
