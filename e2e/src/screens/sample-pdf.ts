import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';

const A4 = [595, 842] as const;
const INK = rgb(0.08, 0.13, 0.17);
const ACCENTS = [rgb(0.08, 0.54, 0.49), rgb(0.95, 0.69, 0.11), rgb(0.25, 0.44, 0.71)];
const PAGES = [
  {
    heading: 'Plan for spring',
    lines: ['What we open, when, and who looks after it.', 'Everyone reads this before the first of March.'],
    figures: [120, 180, 260, 310],
  },
  {
    heading: 'Staff and hours',
    lines: ['Two at the quay from six, one in the office from eight.', 'Saturdays in turn.'],
    figures: [210, 190, 240, 220],
  },
  {
    heading: 'What it costs',
    lines: ['Paint, ropes and a new bell.', 'The rest is as last year.'],
    figures: [90, 150, 130, 170],
  },
];

/** Builds a realistic PDF of three pages. */
export async function samplePdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle('Plan for spring');
  const [bold, regular] = await Promise.all([
    document.embedFont(StandardFonts.HelveticaBold),
    document.embedFont(StandardFonts.Helvetica),
  ]);
  for (const { heading, lines, figures } of PAGES) {
    const page = document.addPage([...A4]);
    page.drawText(heading, { x: 60, y: 740, size: 32, font: bold, color: INK });
    lines.forEach((line, index) =>
      page.drawText(line, { x: 60, y: 700 - index * 24, size: 15, font: regular, color: INK }),
    );
    figures.forEach((height, index) =>
      page.drawRectangle({ x: 60 + index * 120, y: 240, width: 84, height, color: ACCENTS[index % 3]! }),
    );
    page.drawLine({ start: { x: 60, y: 240 }, end: { x: 524, y: 240 }, thickness: 2, color: INK });
  }
  return Buffer.from(await document.save());
}
