import * as jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { renderQrCode } from './render-qr-code.js';

// Its types put the function one `default` deeper than it is.
const readCode = jsqr.default as unknown as typeof jsqr.default.default;

const link = 'https://waybill.example/0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00';

describe('a QR code', () => {
  it('leads a camera to the link, and is large enough for print', async () => {
    const { contentType, bytes } = await renderQrCode(link, 'png');
    const { width, height, data } = PNG.sync.read(bytes);
    expect(contentType).toBe('image/png');
    expect(readCode(new Uint8ClampedArray(data), width, height)?.data).toBe(link);
    expect(Math.min(width, height)).toBeGreaterThan(900);
  });

  it('comes as a drawing, too, that says where it leads', async () => {
    const { contentType, bytes } = await renderQrCode(`${link}?a=1&b=<2>`, 'svg');
    expect(contentType).toBe('image/svg+xml');
    expect(bytes.toString()).toMatch(/^<svg[^>]*><title>/);
    expect(bytes.toString()).toContain(`<title>${link}?a=1&amp;b=&lt;2&gt;</title>`);
  });
});
