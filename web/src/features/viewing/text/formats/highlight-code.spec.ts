import { highlightCode } from './highlight-code.js';

describe('highlightCode', () => {
  it('escapes and colours source code', () => {
    expect(highlightCode({ text: 'return "<b>"', name: 'main.py' })).toBe(
      '<span class="hljs-keyword">return</span> <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>',
    );
  });

  it.each([
    ['of an unknown language', 'a', 'a.unknown'],
    ['that are long', ' '.repeat(200_001), 'a.py'],
    ['with a hundred thousand colours', '1,'.repeat(60_000), 'a.js'],
  ])('gives no colours to texts %s', (_which, text, name) => {
    expect(highlightCode({ text, name })).toBeNull();
  });
});
