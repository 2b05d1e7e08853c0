import { replacePart } from './document.js';

const page = 'Before\n<!-- speed:begin -->\nold\n<!-- speed:end -->\nAfter\n';

describe('replacePart', () => {
  it('replaces one part and keeps the text around it', () => {
    expect(replacePart(page, 'speed', '| new |\n')).toBe(
      'Before\n<!-- speed:begin -->\n\n| new |\n\n<!-- speed:end -->\nAfter\n',
    );
  });

  it('gives the same page when it is applied twice', () => {
    const once = replacePart(page, 'speed', 'new');
    expect(replacePart(once, 'speed', 'new')).toBe(once);
  });

  it('fails when the page has no such part', () => {
    expect(() => replacePart(page, 'memory', 'new')).toThrow('memory:begin');
  });
});
