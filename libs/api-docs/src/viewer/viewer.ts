import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const startScript = `SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  domNode: document.getElementById('viewer'),
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

/** A file of the viewer: the path of a file on disk, or the text itself. */
export type ViewerFile = { readonly mediaType: string } & (
  { readonly path: string } | { readonly text: string }
);

/**
 * The files that the viewer page loads, by name. They come from this server and not from a CDN, because the
 * Content-Security-Policy allows no other site and no inline script.
 */
const viewerFiles: Readonly<Record<string, ViewerFile>> = {
  'swagger-ui.css': { mediaType: 'text/css', path: swaggerUiFile('swagger-ui.css') },
  'swagger-ui-bundle.js': { mediaType: 'text/javascript', path: swaggerUiFile('swagger-ui-bundle.js') },
  'start.js': { mediaType: 'text/javascript', text: startScript },
};

export function findViewerFile(name: string): ViewerFile | null {
  return Object.hasOwn(viewerFiles, name) ? (viewerFiles[name] ?? null) : null;
}

/** HTML page that shows the OpenAPI document in Swagger UI. */
export const viewerPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Waybill API</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/api/docs/viewer/swagger-ui.css" />
  </head>
  <body>
    <nav class="swagger-ui"><div class="wrapper">
      <p><a href="/api/docs/openapi.json">openapi.json</a> · <a href="/api/docs/asyncapi.json">asyncapi.json</a> (messages between the processes)</p>
    </div></nav>
    <main id="viewer"></main>
    <script src="/api/docs/viewer/swagger-ui-bundle.js"></script>
    <script src="/api/docs/viewer/start.js"></script>
  </body>
</html>
`;

function swaggerUiFile(name: string): string {
  return require.resolve(`@fastify/swagger-ui/static/${name}`);
}
