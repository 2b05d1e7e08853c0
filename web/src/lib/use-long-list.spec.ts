import { act, renderHook } from '@testing-library/react';
import { useLongList } from './use-long-list.js';

function listOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => `Café ${index}`);
  return renderHook(() => useLongList(rows, (row) => row)).result;
}

describe('a long list', () => {
  it('has a hundred rows, and a hundred more at a time', () => {
    const list = listOf(230);
    expect(list.current.shown).toHaveLength(100);
    act(() => list.current.showMore());
    act(() => list.current.showMore());
    expect(list.current.shown).toHaveLength(230);
  });

  it('finds rows by name in any case and composition, also those that are not shown', () => {
    const list = listOf(230);
    act(() => list.current.search(' CAFE\u0301 229'));
    expect(list.current.shown).toEqual(['Café 229']);
    act(() => list.current.search('tea'));
    expect(list.current.found).toEqual([]);
  });

  it('begins a search with the first of its results', () => {
    const list = listOf(230);
    act(() => list.current.showMore());
    act(() => list.current.search('café'));
    expect(list.current.shown).toHaveLength(100);
  });

  it('has a search where it has more rows than are shown at first', () => {
    expect(listOf(100).current.isSearchable).toBe(false);
    expect(listOf(101).current.isSearchable).toBe(true);
  });
});
