import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayModuleOptions } from '../options/gateway.module-options.js';

type SecurityOptions = Pick<GatewayModuleOptions, 'publicUrl' | 'officeViewerUrl'>;

/** Disables browser features that no page uses, for all scripts and frames. */
const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()';

/**
 * Security headers of every response, computed once at the start: CSP, HSTS and others. Over plain http, none of them
 * asks the browser to upgrade to https.
 */
export function securityHeaders(options: SecurityOptions): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS_POLICY };
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  const fail = (error?: unknown) => {
    if (error !== undefined) throw new Error('The security headers are invalid', { cause: error });
  };
  helmet(helmetOptions(options))({} as IncomingMessage, response as unknown as ServerResponse, fail);
  return headers;
}

function helmetOptions(options: SecurityOptions): Parameters<typeof helmet>[0] {
  const secure = options.publicUrl.protocol === 'https:';
  return {
    // Against XSS: neither inline scripts nor those of other sites run.
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
        // Against clickjacking. WebClientController lets other sites frame the embed page.
        'frame-ancestors': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        ...(secure && { 'upgrade-insecure-requests': [] }),
      },
    },
    // HSTS, for this host only: the hosts below it are not ours, and may have no https.
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Other sites see our origin only: the path holds the file's id.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
    originAgentCluster: secure,
  };
}
