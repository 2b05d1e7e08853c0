import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { GatewayModuleOptions } from '../options/gateway.module-options.js';

/** Browser features that no page uses, so that no script or frame can. */
export const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()';

/** Security headers of every response. Over plain http, none of them asks the browser to upgrade to https. */
export function securityHeaders(options: GatewayModuleOptions): FastifyHelmetOptions {
  const secure = options.publicUrl.protocol === 'https:';
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // pdf.js decodes some image formats with WebAssembly.
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // Mantine sets element styles and injects responsive ones.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        'frame-src': [
          "'self'",
          ...(options.officeViewerUrl ? [new URL(options.officeViewerUrl).origin] : []),
        ],
        'frame-ancestors': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        ...(secure && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    // Other sites see our origin only: the path holds the file's id.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
    originAgentCluster: secure,
  };
}
