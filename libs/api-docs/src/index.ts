export type { JsonSchema } from './json-schemas.js';
export * from './asyncapi/asyncapi.js';
export type { OpenApiResponse, OpenApiDocument, Operation } from './openapi/document.js';
export { openApi } from './openapi/openapi.js';
export { findViewerFile, type ViewerFile, viewerPage } from './viewer/viewer.js';
