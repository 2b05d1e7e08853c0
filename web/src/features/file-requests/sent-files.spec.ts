import { keepSentName, sentNames } from './sent-files.js';

const DAY_MS = 24 * 3_600_000;

describe('names of files sent to file requests', () => {
  beforeEach(() => window.localStorage.clear());

  it('names of files sent to file requests are kept by request, the last 500', () => {
    for (let n = 0; n < 502; n += 1) keepSentName('invoices', `${n}.pdf`);
    keepSentName('photos', 'a.jpg');
    expect(sentNames('invoices')).toHaveLength(500);
    expect(sentNames('invoices').at(-1)).toBe('501.pdf');
    expect(sentNames('photos')).toEqual(['a.jpg']);
    expect(sentNames('other')).toEqual([]);
  });

  it('names of files sent to any file request leave the browser 90 days after the last of them', () => {
    keepSentName('invoices', 'a.pdf', 0);
    keepSentName('photos', 'a.jpg', DAY_MS);
    expect(sentNames('invoices', 89 * DAY_MS)).toEqual(['a.pdf']);
    expect(sentNames('photos', 90 * DAY_MS)).toEqual(['a.jpg']);
    expect(window.localStorage.getItem('waybill.sent')).not.toContain('a.pdf');
    expect(sentNames('photos', 91 * DAY_MS)).toEqual([]);
    expect(window.localStorage).toHaveLength(0);
  });

  it('names of files that version 0.2 kept without a time get one', () => {
    window.localStorage.setItem('waybill.sent.invoices', JSON.stringify(['a.pdf']));
    expect(sentNames('invoices', 0)).toEqual(['a.pdf']);
    expect(window.localStorage.getItem('waybill.sent.invoices')).toBeNull();
    keepSentName('invoices', 'b.pdf', DAY_MS);
    expect(sentNames('invoices', DAY_MS)).toEqual(['a.pdf', 'b.pdf']);
    expect(sentNames('invoices', 91 * DAY_MS)).toEqual([]);
  });

  it.each(['nonsense', '[1]', '{"invoices":["a.pdf"]}'])('ignores the malformed names %s', (stored) => {
    window.localStorage.setItem('waybill.sent', stored);
    expect(sentNames('invoices')).toEqual([]);
  });
});
