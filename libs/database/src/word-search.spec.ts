import { wordsQuery } from './word-search.js';

describe('wordsQuery', () => {
  it('searches for each word as the beginning of a word', () => {
    expect(wordsQuery('report 2026')).toBe('(report:* | Report:*) & (2026:*)');
  });

  it('searches for words beyond ASCII in each spelling', () => {
    expect(wordsQuery('ÜBUNG')).toBe('(ÜBUNG:* | übung:* | Übung:*)');
  });

  it('searches for the composed form of a word whose accents are characters of their own', () => {
    const query = wordsQuery('Résumé'.normalize('NFD'));
    expect(query).toContain(' | Résumé:* | résumé:*)'.normalize('NFC'));
  });

  it('leaves out the operators of a query', () => {
    expect(wordsQuery(`a&b | !c:*'\\<->`)).toBe('(a:* | A:*) & (b:* | B:*) & (c:* | C:*)');
    expect(wordsQuery(' &|!() ')).toBeNull();
  });
});
