import { formatMarkdown } from './format-markdown.js';

describe('formatMarkdown', () => {
  it('leaves task lists, links and pictures to the sanitizer as they are', () => {
    expect(formatMarkdown('- [x] a\n\n[b](https://b.example/) ![c](c.png)')).toBe(
      '<ul>\n<li><input checked="" disabled="" type="checkbox"> a</li>\n</ul>\n' +
        '<p><a href="https://b.example/">b</a> <img src="c.png" alt="c"></p>\n',
    );
  });

  it('shows front matter as a block of code', () => {
    expect(formatMarkdown('---\ntitle: "<b>&"\ntags: [a, b]\n---\n# Hello\n')).toBe(
      '<pre><code>title: "&lt;b>&amp;"\ntags: [a, b]</code></pre>\n<h1>Hello</h1>\n',
    );
  });

  it.each(['---\n\nHello\n\n---\n', 'Hello\n\n---\ntitle: a\n\n---\n', '---\ntitle: a\n'])(
    'leaves other lines of dashes as they are: %j',
    (text) => {
      expect(formatMarkdown(text)).toContain('<hr>');
      expect(formatMarkdown(text)).not.toContain('<pre>');
    },
  );

  it('gives up HTML that would freeze the page', () => {
    expect(formatMarkdown('- a\n'.repeat(25_000))).toBeNull();
    expect(formatMarkdown('<div>'.repeat(5_000))).toBeNull();
  });
});
