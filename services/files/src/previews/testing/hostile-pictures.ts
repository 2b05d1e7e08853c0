import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { deflatedBomb, zlibZeros } from './hostile-bytes.js';
import { hostile } from './hostile-file.js';

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

/** A black greyscale picture, whose data really has the declared size. */
function png(width: number, height: number, ...more: readonly Buffer[]): Buffer {
  const header = chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 0, 0, 0, 0])]));
  const data = chunk('IDAT', zlibZeros((width + 1) * height));
  return Buffer.concat([PNG_START, header, ...more, data, chunk('IEND', Buffer.alloc(0))]);
}

const compressedProfile = Buffer.concat([
  Buffer.from('profile\0\0'),
  Buffer.from([0x78, 0x9c]),
  deflatedBomb(1_024),
]);

function animatedPng(frames: number): Buffer {
  const pixel = zlibZeros(2);
  const frame = (index: number) => [
    chunk('fcTL', Buffer.concat([numbers(index * 2, 1, 1, 0, 0), Buffer.from([0, 1, 0, 1, 0, 0])])),
    chunk('fdAT', Buffer.concat([numbers(index * 2 + 1), pixel])),
  ];
  const all = Array.from({ length: frames }, (_, index) => frame(index)).flat();
  return png(1, 1, chunk('acTL', numbers(frames, 0)), ...all);
}

function gif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from('474946383961000000008000000000ffffff', 'hex');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const picture = Buffer.from('2c00000000000000000002024401003b', 'hex').subarray(0, 15);
  picture.writeUInt16LE(1, 5);
  picture.writeUInt16LE(1, 7);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => picture), Buffer.from(';')]);
}

function riff(type: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

async function animatedWebp(edge: number, frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .webp({ lossless: true })
    .toBuffer();
  const canvas = Buffer.alloc(10);
  canvas[0] = 2;
  canvas.writeUIntLE(edge - 1, 4, 3);
  canvas.writeUIntLE(edge - 1, 7, 3);
  const frame = riff('ANMF', Buffer.concat([Buffer.alloc(16), still.subarray(12)]));
  const chunks = [riff('VP8X', canvas), riff('ANIM', Buffer.alloc(6))];
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    ...chunks,
    ...Array.from({ length: frames }, () => frame),
  ]);
  return riff('RIFF', content);
}

/** A small picture that declares another size. */
async function declared(format: 'jpeg' | 'avif', edge: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#fff' } })
    .toFormat(format)
    .toBuffer();
  if (format === 'avif') {
    const at = bytes.indexOf('ispe');
    bytes.writeUInt32BE(edge, at + 8);
    bytes.writeUInt32BE(edge, at + 12);
  } else {
    const at = bytes.indexOf(Buffer.from('ffc0', 'hex'));
    bytes.writeUInt16BE(edge, at + 5);
    bytes.writeUInt16BE(edge, at + 7);
  }
  return bytes;
}

function tiff(width: number, height: number, next: number): Buffer {
  const entries = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, 0xffff_fff0],
  ] as const;
  const bytes = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, value], index) => {
    bytes.writeUInt16LE(tag, 10 + index * 12);
    bytes.writeUInt16LE(4, 12 + index * 12);
    bytes.writeUInt32LE(1, 14 + index * 12);
    bytes.writeUInt32LE(value, 18 + index * 12);
  });
  bytes.writeUInt32LE(next, bytes.length - 4);
  return bytes;
}

function bmp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

function psd(edge: number): Buffer {
  const header = Buffer.from('38425053000100000000000000030000000000000000000800030000', 'hex');
  header.writeUInt32BE(edge, 14);
  header.writeUInt32BE(edge, 18);
  return Buffer.concat([header, Buffer.alloc(64)]);
}

const svg = (content: string, attributes = 'width="300" height="300"', prologue = '') =>
  Buffer.from(
    `<?xml version="1.0"?>${prologue}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );

const levels = (count: number, line: (level: number) => string) =>
  Array.from({ length: count }, (_, level) => line(level)).join('');

const laughs = `<!DOCTYPE svg [<!ENTITY e0 "ha">${levels(12, (level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)}]>`;

export const hostilePictures = [
  ...hostile('image', 'svg', {
    'a drawing with references of every kind': ({ http, file, folder }) =>
      svg(
        [http, file, `${folder}/`]
          .map(
            (base) =>
              `<image href="${base}picture.png" width="300" height="300"/><image xlink:href="${base}picture.png" width="300" height="300"/><use href="${base}other.svg#a"/><filter id="f"><feImage href="${base}picture.png"/></filter><rect width="300" height="300" filter="url(#f)"/><rect width="300" height="300" fill="url(${base}other.svg#p)"/><style>@import "${base}style.css"; @font-face { font-family: a; src: url(${base}font.woff) } rect { background: url(${base}picture.png) }</style><foreignObject width="300" height="300"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${base}range.html"/></foreignObject><text font-family="a">x</text><script href="${base}script.js">fetch("${base}script")</script><tref xlink:href="${base}field.txt"/>`,
          )
          .join(''),
        undefined,
        `<?xml-stylesheet href="${http}style.css"?>`,
      ),
    'an entity of another file': ({ file }) =>
      svg(
        '<text y="20">&file;</text>',
        undefined,
        `<!DOCTYPE svg [<!ENTITY file SYSTEM "${file}field.txt">]>`,
      ),
    'a document type of the network': ({ http }) =>
      svg('<text>&x;</text>', undefined, `<!DOCTYPE svg SYSTEM "${http}svg.dtd">`),
    'entities that multiply by ten, twelve times': () => svg('<text>&e12;</text>', undefined, laughs),
    'uses that multiply by ten, ten times': () =>
      svg(
        `<defs><rect id="u0" width="1" height="1"/>${levels(10, (level) => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(10)}</g>`)}</defs><use href="#u10"/>`,
      ),
    'a use of itself': () => svg('<g id="a"><use href="#a"/></g><use href="#a"/>'),
    'a drawing of two billion pixels in width': () =>
      svg('<rect width="9" height="9"/>', 'width="2000000000" height="2000000000"'),
    'a filter as large as a house': () =>
      svg(
        '<filter id="f" x="-999999" y="-999999" width="9999999" height="9999999"><feTurbulence numOctaves="9999" baseFrequency="0.01"/><feGaussianBlur stdDeviation="99999"/><feMorphology radius="9999"/></filter><rect width="300" height="300" filter="url(#f)"/>',
      ),
    'a pattern of a million tiles, in itself': () =>
      svg(
        '<pattern id="p" width="0.0001" height="0.0001" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="url(#p)"/></pattern><rect width="300" height="300" fill="url(#p)"/>',
      ),
    'a million nested groups': () => svg(`${'<g>'.repeat(1_000_000)}${'</g>'.repeat(1_000_000)}`),
  }),
  ...hostile('image', 'png', {
    'a picture of 100,000 by 100,000 pixels': () => png(100_000, 100_000),
    'a picture of as many pixels as are allowed': () => png(20_000, 20_000),
    'a colour profile of a gibibyte': () => png(9, 9, chunk('iCCP', compressedProfile)),
    'a text of a gibibyte': () => png(9, 9, chunk('zTXt', compressedProfile)),
    'an animation of 50,000 frames': () => animatedPng(50_000),
  }),
  ...hostile('image', 'gif', {
    'a screen of 65,535 by 65,535 pixels': () => gif(65_535, 65_535, 1),
    'an animation of 200,000 frames': () => gif(9_000, 9_000, 200_000),
  }),
  ...hostile('image', 'webp', {
    'an animation of 100,000 frames': () => animatedWebp(9_000, 100_000),
    'an animation on the largest canvas': () => animatedWebp(16_384, 500),
  }),
  ...hostile('image', 'jpeg', { 'a picture of 65,500 by 65,500 pixels': () => declared('jpeg', 65_500) }),
  ...hostile('image', 'avif', { 'a picture of 60,000 by 60,000 pixels': () => declared('avif', 60_000) }),
  ...hostile('image', 'heic', { 'a picture of 60,000 by 60,000 pixels': () => declared('avif', 60_000) }),
  ...hostile('image', 'tiff', {
    'a picture of two billion pixels': () => tiff(2_000_000_000, 1, 0),
    'directories in a circle': () => tiff(9, 9, 8),
  }),
  ...hostile('image', 'bmp', { 'a picture of 60,000 by 60,000 pixels': () => bmp(60_000, 60_000) }),
  ...hostile('image', 'psd', { 'a picture of 30,000 by 30,000 pixels': () => psd(30_000) }),
];
