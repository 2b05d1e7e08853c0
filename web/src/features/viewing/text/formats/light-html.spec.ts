import { lightened } from './light-html.js';

const MAX_TAGS = 40_000;
const isLight = (html: string) => lightened(html, MAX_TAGS) !== null;

const paragraphs = '<p>a</p>'.repeat(5_000);
/** Fewer tags than allowed, which cost much within many open elements. */
const within = (opened: string, times = 100) => opened.repeat(times) + paragraphs;

describe('lightened', () => {
  it('leaves ordinary HTML as it is', () => {
    const html = '<ul>\n<li>a <a title="</ul>" href=b>b</a><br><li>c</ul><!-- d -->\n'.repeat(1_000);
    expect(lightened(html, MAX_TAGS)).toBe(html);
  });

  it('accepts thousands of elements whose end tag is optional', () => {
    expect(isLight('<ul>' + '<li>a'.repeat(5_000) + '</ul>' + '<p>a'.repeat(5_000))).toBe(true);
    expect(isLight('<table><tr><td>a<p>b<tr><th>c</table><dl><dt>d<dd>e</dl>'.repeat(1_000))).toBe(true);
  });

  it.each([
    ['too many tags', '<b></b>'.repeat(20_001)],
    ['too many comments', '<!---->'.repeat(40_001)],
    ['too many attributes', `<a ${Array.from({ length: 51 }, (_, index) => `a${index}`).join(' ')}>`],
    ['too long', 'a'.repeat(4 * 1024 * 1024 + 1)],
  ])('refuses what has %s', (_what, html) => {
    expect(isLight(html)).toBe(false);
  });

  it('removes elements that the sanitizer removes with their content', () => {
    const html = '<p>a</p><svg><path/></svg><script>"<p>"</script><STYLE\n>p > a {}</style ><p>b</p>';
    expect(lightened(html, MAX_TAGS)).toBe('<p>a</p><p>b</p>');
  });

  it('keeps the content of a text field as text', () => {
    expect(lightened('<textarea rows=2><b>a</b></textarea>', MAX_TAGS)).toBe('&lt;b>a&lt;/b>');
  });

  it.each([
    ['unclosed', '<div>'],
    ['closed in a comment', '<x><!-- </x> -->'],
    ['closed in a comment with another end', '<x><!-- </x> --!>'],
    ['closed in a comment without dashes', '<x><? </x>'],
    ['closed in an attribute', '<x><b a="</b></x>"></b>'],
    ['closed in an unquoted attribute', '<x><b a=</x></b>'],
    ['closed in the attribute of an end tag', "<x><b></b a='</x>'>"],
    ['closed in the wrong order', '<x><table></x></table>'],
    ['closed within a paragraph', '<x><p></x></p>'],
    ['closed in a script', '<x><script><!--<script></script></x></script>-->'],
  ])('refuses many elements within elements that are %s', (_where, opened) => {
    expect(isLight(within(opened))).toBe(false);
  });

  it.each(['<svg>', '<math>', '<style>', '<s<svg></svg>vg>'])(
    'refuses an element without an end: %s',
    (html) => {
      expect(isLight(`<p>a</p>${html}<p>b</p>`)).toBe(false);
    },
  );
});
