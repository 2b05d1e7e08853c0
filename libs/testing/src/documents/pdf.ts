/**
 * Builds a PDF of pages that are as wide as A4 and, by default, as high. Their upper half is red. `height`: in points.
 */
export function pdf({
  pages = 1,
  title,
  height = 842,
}: { pages?: number; title?: string; height?: number } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, page) => `${page + 5} 0 R`).join(' ');
  const drawing = `1 0 0 rg 0 ${height / 2} 595 ${height / 2} re f`;
  return write([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    title === undefined ? '<< >>' : `<< /Title <${utf16(title)}> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...Array.from(
      { length: pages },
      () => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${height}] /Contents 4 0 R >>`,
    ),
  ]);
}

/** Writes the objects as a PDF file. The first object is the catalogue, the third the document information. */
function write(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, 'latin1');
}

function utf16(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
}
