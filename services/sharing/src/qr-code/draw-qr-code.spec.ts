import * as jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { drawQrCode } from './draw-qr-code.js';

// The types of jsqr declare one `default` more than the module has.
const readCode = jsqr.default as unknown as typeof jsqr.default.default;

const link = 'https://waybill.example/0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00';

describe('drawQrCode', () => {
  it('renders a PNG that a scanner reads, large enough for print', async () => {
    const { contentType, bytes } = await drawQrCode(link, 'png');
    const { width, height, data } = PNG.sync.read(bytes);
    expect(contentType).toBe('image/png');
    expect(readCode(new Uint8ClampedArray(data), width, height)?.data).toBe(link);
    expect(Math.min(width, height)).toBeGreaterThan(900);
  });

  it('renders a PNG with one bit per pixel, so that encoding does not block the event loop', async () => {
    const { bytes } = await drawQrCode(link, 'png');
    const bitDepth = bytes[24];
    expect(bitDepth).toBe(1);
    expect(bytes.length).toBeLessThan(4000);
  });

  it('renders an SVG with the link as its title', async () => {
    const { contentType, bytes } = await drawQrCode(`${link}?a=1&b=<2>`, 'svg');
    expect(contentType).toBe('image/svg+xml');
    expect(bytes.toString()).toMatch(/^<svg[^>]*><title>/);
    expect(bytes.toString()).toContain(`<title>${link}?a=1&amp;b=&lt;2&gt;</title>`);
  });
});
