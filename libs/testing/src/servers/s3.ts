import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { requireHttpOk, requireAccessDenied } from './readiness.js';
import type { ServerResources, ServerKind } from './server-kind.js';
import { starterOf } from './starter.js';

const accessKey = 'waybill-tests';
const secretKey = 'waybill-tests-secret';
const region = 'us-east-1';

function describe(port: number) {
  return { endpoint: `http://127.0.0.1:${port}`, region, accessKey, secretKey };
}

/** No `image`, because MinIO publishes none any more (docs/decisions/object-store-server.md). */
function minioOn(drive: (resources: ServerResources) => string): ServerKind {
  return {
    name: 'MinIO',
    programs: ['minio'],
    installedBy: 'go install github.com/minio/minio',
    command: (resources, [file = '']) => ({
      file,
      args: [
        'server',
        '--quiet',
        // The image of compose and Kubernetes has the same flag.
        '--no-compat',
        '--address',
        `127.0.0.1:${resources.ports[0]}`,
        join(drive(resources), 'objects'),
      ],
      env: {
        MINIO_ROOT_USER: accessKey,
        MINIO_ROOT_PASSWORD: secretKey,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
        // As in compose and Kubernetes.
        MINIO_API_STALE_UPLOADS_EXPIRY: '8760h',
        // Allows a folder on the root disk.
        MINIO_CI_CD: 'on',
      },
    }),
    // MinIO's health check reports ready slightly too early.
    checkReady: requireAccessDenied,
  };
}

/** MinIO on one drive. */
export const startMinio = starterOf(
  minioOn(({ folder }) => folder),
  describe,
);

/** Starts MinIO with its objects on `drive`, which survives `stop`. */
export function startMinioOn(drive: string): Promise<S3Server> {
  return starterOf(
    minioOn(() => drive),
    describe,
  )();
}

/** Versity S3 Gateway over a folder. A second S3 implementation, so that no test depends on MinIO's behaviour. */
export const startVersityGw = starterOf(
  {
    name: 'Versity S3 Gateway',
    programs: ['versitygw'],
    installedBy: 'go install github.com/versity/versitygw/cmd/versitygw',
    command: ({ folder, ports }, [file = '']) => {
      const [objects, metadata] = ['objects', 'metadata'].map((name) => join(folder, name));
      for (const path of [objects, metadata]) mkdirSync(path ?? '', { recursive: true });
      return {
        file,
        args: [
          ...['--port', `127.0.0.1:${ports[0]}`, '--region', region, '--keep-alive', '--quiet'],
          ...['--access', accessKey, '--secret', secretKey, '--health', '/health'],
          // Metadata in files, because some file systems for temporary folders lack extended attributes.
          ...['posix', '--sidecar', metadata ?? '', objects ?? ''],
        ],
      };
    },
    checkReady: (port) => requireHttpOk(port, '/health'),
  },
  describe,
);

export type S3Server = Awaited<ReturnType<typeof startMinio>>;
