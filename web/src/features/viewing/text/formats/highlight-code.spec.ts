import { highlightCode } from './highlight-code.js';

describe('highlightCode', () => {
  it('escapes and colours source code', () => {
    expect(highlightCode({ text: 'return "<b>"', name: 'main.py' })).toBe(
      '<span class="hljs-keyword">return</span> <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>',
    );
  });

  it.each([
    ['Makefile', 'all: a.o\n\techo $(CC)'],
    ['a.mk', 'all: a.o\n\techo $(CC)'],
    ['a.bash', 'if true; then echo a; fi'],
    ['.bashrc', 'if true; then echo a; fi'],
    ['a.hpp', 'int main() { return 0; }'],
    ['a.pyi', 'def a() -> int: ...'],
    ['a.jsonl', '{"a":1}'],
    ['a.kml', '<kml></kml>'],
    ['nginx.service', '[Unit]\nAfter=network.target'],
    ['Gemfile', 'gem "a" if true'],
  ])('knows the language of a file by its name: %s', (name, text) => {
    expect(highlightCode({ text, name })).toContain('<span class="hljs-');
  });

  it.each([
    ['of an unknown language', 'a', 'a.unknown'],
    ['that are long', ' '.repeat(200_001), 'a.py'],
    ['with a hundred thousand colours', '1,'.repeat(60_000), 'a.js'],
  ])('gives no colours to texts %s', (_which, text, name) => {
    expect(highlightCode({ text, name })).toBeNull();
  });
});
