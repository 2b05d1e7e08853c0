import { spawnSync } from 'node:child_process';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { LINKED_FILE, PASSWORD } from './sample-shares.mjs';
import { report, sheet, slide, source } from './sample-texts.mjs';

/**
 * The seeded uploads: one of each kind, the video only if ffmpeg is installed. `views`: visits within the last month.
 * `expiresInDays`: never, if missing.
 */
export async function sampleFiles() {
  const { archive, docx, pptx, xlsx } = await import('../../libs/testing/dist/index.js');
  const text = (content) => Buffer.from(content);
  const clip = video();
  return [
    { name: LINKED_FILE, views: 180, bytes: await proposal() },
    { name: 'Quarterly report.docx', views: 64, bytes: docx(report) },
    { name: 'Budget 2027.xlsx', views: 41, bytes: xlsx(sheet) },
    { name: 'Kick-off slides.pptx', views: 25, bytes: pptx(slide) },
    { name: 'Quay at dawn.jpg', views: 93, bytes: await picture() },
    { name: 'Contract (signed).pdf', views: 7, bytes: await proposal(), password: PASSWORD },
    ...(clip ? [{ name: 'Tour of the quay.mp4', views: 38, bytes: clip }] : []),
    { name: 'Harbour bell.wav', views: 12, bytes: bell() },
    {
      name: 'Price list.zip',
      views: 9,
      bytes: archive({ 'prices.csv': 'crane,120\n', 'src/prices.ts': source }),
    },
    { name: 'prices.ts', views: 5, bytes: text(source) },
    {
      name: 'Meeting notes.md',
      views: 3,
      bytes: text('# Agenda\n\n1. Prices\n2. Delivery\n'),
      expiresInDays: 5,
    },
    { name: 'Subscribers.csv', views: 0, bytes: text('name,city\nAda,London\nGrace,New York\n') },
  ];
}

/** The file that is sent to the seeded file request. */
export async function invoice() {
  const document = await PDFDocument.create();
  document.setTitle('Invoice 2027-014');
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  const lines = [
    'Invoice 2027-014',
    'Harbour & Sons',
    'Crane, 12 hours: EUR 1,140.00',
    'Due on 30 April 2027',
  ];
  for (const [number, line] of lines.entries())
    page.drawText(line, { x: 60, y: 740 - 40 * number, size: number === 0 ? 28 : 14, font });
  return Buffer.from(await document.save());
}

async function proposal() {
  const document = await PDFDocument.create();
  document.setTitle('Proposal for Harbour & Sons');
  const [bold, regular] = await Promise.all(
    [StandardFonts.HelveticaBold, StandardFonts.Helvetica].map((font) => document.embedFont(font)),
  );
  const pages = ['Proposal', 'What we deliver', 'Timeline', 'Team', 'Prices', 'Next steps'];
  for (const [number, heading] of pages.entries()) {
    const page = document.addPage([595, 842]);
    page.drawRectangle({ x: 0, y: 802, width: 595, height: 40, color: rgb(0.06, 0.42, 0.45) });
    page.drawText(heading, { x: 60, y: 720, size: 34, font: bold });
    page.drawText('Harbour & Sons, spring 2027', { x: 60, y: 690, size: 14, font: regular });
    for (let bar = 0; bar < 5; bar++) {
      const height = 80 + ((bar * 53 + number * 37) % 160);
      page.drawRectangle({ x: 60 + bar * 95, y: 300, width: 65, height, color: rgb(0.95, 0.69, 0.11) });
    }
    page.drawText(String(number + 1), { x: 530, y: 40, size: 12, font: regular });
  }
  return Buffer.from(await document.save());
}

function picture() {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000">
    <linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#1d3557"/>
    <stop offset="1" stop-color="#f4a261"/></linearGradient>
    <rect width="1600" height="640" fill="url(#sky)"/><circle cx="1130" cy="600" r="90" fill="#ffe8c2"/>
    <rect y="620" width="1600" height="380" fill="#27496d"/>
    <path d="M180 640h460l-70 110H250z" fill="#16213e"/><path d="M390 640V330l190 270z" fill="#e9edf2"/></svg>`;
  return sharp(Buffer.from(scene)).jpeg({ quality: 85 }).toBuffer();
}

/** Ten seconds of a test pattern, in fragments because a pipe cannot be rewound. Null without ffmpeg. */
function video() {
  const { status, stdout } = spawnSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=12:duration=10'],
      ...['-pix_fmt', 'yuv420p', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', 'pipe:1'],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return status === 0 ? stdout : null;
}

/** Three strokes of a bell, as mono PCM of 16 bits. */
function bell() {
  const rate = 16_000;
  const samples = Buffer.alloc(6 * rate * 2);
  for (let index = 0; index < samples.length / 2; index++) {
    const time = (index / rate) % 2;
    const tone = Math.sin(2 * Math.PI * 440 * time) + 0.5 * Math.sin(2 * Math.PI * 1187 * time);
    samples.writeInt16LE(Math.round(18_000 * Math.exp(-3 * time) * tone), index * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
