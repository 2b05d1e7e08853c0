import { formatMarkdown } from './format-markdown.js';

describe('formatMarkdown', () => {
  it('leaves task lists, links and pictures to the sanitizer as they are', () => {
    expect(formatMarkdown('- [x] a\n\n[b](https://b.example/) ![c](c.png)')).toBe(
      '<ul>\n<li><input checked="" disabled="" type="checkbox"> a</li>\n</ul>\n' +
        '<p><a href="https://b.example/">b</a> <img src="c.png" alt="c"></p>\n',
    );
  });

  it('gives up HTML that would freeze the page', () => {
    expect(formatMarkdown('- a\n'.repeat(25_000))).toBeNull();
    expect(formatMarkdown('<div>'.repeat(5_000))).toBeNull();
  });
});
