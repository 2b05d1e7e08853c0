import { replacePart } from './document.js';

const page = 'Before\n<!-- speed:begin -->\nold\n<!-- speed:end -->\nAfter\n';

describe('replacePart', () => {
  it('replaces one part and leaves everything around it alone', () => {
    expect(replacePart(page, 'speed', '| new |\n')).toBe(
      'Before\n<!-- speed:begin -->\n\n| new |\n\n<!-- speed:end -->\nAfter\n',
    );
  });

  it('comes to the same page however often it is repeated', () => {
    const once = replacePart(page, 'speed', 'new');
    expect(replacePart(once, 'speed', 'new')).toBe(once);
  });

  it('says so when the page has no such part', () => {
    expect(() => replacePart(page, 'memory', 'new')).toThrow('memory:begin');
  });
});
