import { contentDisposition, isDisplayed } from './content-disposition.js';

describe('contentDisposition', () => {
  it('a download is an attachment unless inline is requested', () => {
    expect(contentDisposition(undefined, 'application/pdf', 'a.pdf')).toBe('attachment; filename="a.pdf"');
  });

  it.each(['application/pdf', 'text/plain', 'image/png', 'image/jpeg'])(
    'shows %s inline on request',
    (mimeType) => {
      expect(contentDisposition('inline', mimeType, 'a')).toMatch(/^inline/);
    },
  );

  it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'text/javascript'])(
    'never shows %s inline, because it could run a script',
    (mimeType) => {
      expect(contentDisposition('inline', mimeType, 'a')).toMatch(/^attachment/);
    },
  );

  it('encodes names in any script as UTF-8', () => {
    expect(contentDisposition(undefined, 'text/plain', 'отчёт 📦.txt')).toContain(
      "filename*=UTF-8''%D0%BE%D1%82%D1%87%D1%91%D1%82%20%F0%9F%93%A6.txt",
    );
  });

  it('keeps a name within its quotes that looks like a parameter itself', () => {
    const name = "x filename=x; filename*=UTF-8''Annual-report.exe; .pdf";
    expect(contentDisposition(undefined, 'application/pdf', name)).toBe(`attachment; filename="${name}"`);
  });

  it('escapes quotes, so that a name cannot end its parameter', () => {
    expect(contentDisposition(undefined, 'text/plain', 'a"; filename="b.exe')).toContain('\\"');
  });
});

describe('isDisplayed', () => {
  it.each(['application/pdf', 'text/plain', 'image/png', 'image/svg+xml', 'image/x-icon', 'image/x-other'])(
    'a browser displays %s that is asked for inline',
    (type) => {
      expect(isDisplayed('inline', type)).toBe(true);
      expect(isDisplayed(undefined, type)).toBe(false);
      expect(isDisplayed('attachment', type)).toBe(false);
    },
  );

  it.each(['text/csv', 'text/html', 'application/zip'])(
    'a browser saves %s, whatever was asked for',
    (type) => expect(isDisplayed('inline', type)).toBe(false),
  );
});
