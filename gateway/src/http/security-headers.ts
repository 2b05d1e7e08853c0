import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { GatewayModuleOptions } from '../gateway.module-options.js';

/** Headers of every answer. Over plain http nothing may ask the browser to upgrade. */
export function securityHeaders(config: GatewayModuleOptions): FastifyHelmetOptions {
  const secure = config.publicUrl.protocol === 'https:';
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // pdf.js decodes some image formats with WebAssembly.
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // Mantine sets element styles and injects its responsive ones.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        'frame-src': ["'self'", ...(config.officeViewerUrl ? [new URL(config.officeViewerUrl).origin] : [])],
        'frame-ancestors': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        ...(secure && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    // Visits tell the owner where they came from; the other way round a link's id is nobody's business.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
    originAgentCluster: secure,
  };
}
