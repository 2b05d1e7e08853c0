import { type EnvironmentName, planVariables, trafficEnv } from '@waybill/composition';

/** Environment variables that the gateway reads as a process of its own, besides those that every process reads. */
export const gatewayVariables = [
  'PUBLIC_URL',
  'TRUST_PROXY',
  'OFFICE_VIEWER_URL',
  'API_DOCS',
  // ANONYMOUS_MAX_BYTES is enforced by the files service.
  ...(Object.keys(trafficEnv) as (keyof typeof trafficEnv)[]).filter(
    (name) => name !== 'ANONYMOUS_MAX_BYTES',
  ),
  ...planVariables,
  'SIGN_UP',
  'SIGN_UP_DOMAINS',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_NAME',
  'VISITOR_ADDRESSES',
  'VISIT_RETENTION_DAYS',
  'SESSION_SECRET',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'ENCRYPTION_KEY',
] as const satisfies readonly EnvironmentName[];
