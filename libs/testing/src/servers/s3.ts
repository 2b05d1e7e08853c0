import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { askHttp, askWithoutKeys } from './probes.js';
import type { Place, ServerKind } from './server-kind.js';
import { starterOf } from './starter.js';

const accessKey = 'waybill-tests';
const secretKey = 'waybill-tests-secret';
const region = 'us-east-1';

function describe(port: number) {
  return { endpoint: `http://127.0.0.1:${port}`, region, accessKey, secretKey };
}

/** There is no public image of it any more (docs/decisions/object-store-server.md). */
function minioOn(drive: (place: Place) => string): ServerKind {
  return {
    name: 'MinIO',
    programs: ['minio'],
    installedBy: 'go install github.com/minio/minio',
    command: (place, [file = '']) => ({
      file,
      args: ['server', '--quiet', '--address', `127.0.0.1:${place.ports[0]}`, join(drive(place), 'objects')],
      env: {
        MINIO_ROOT_USER: accessKey,
        MINIO_ROOT_PASSWORD: secretKey,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
        // Lets it use a folder of the machine's own disk.
        MINIO_CI_CD: 'on',
      },
    }),
    // Its own health check says ready a moment before it is.
    answers: askWithoutKeys,
  };
}

/** MinIO on one drive. */
export const startMinio = starterOf(
  minioOn(({ folder }) => folder),
  describe,
);

/** The same on a drive of the test's own, which outlives it. */
export function startMinioOn(drive: string): Promise<S3Server> {
  return starterOf(
    minioOn(() => drive),
    describe,
  )();
}

/** Versity S3 Gateway over a folder: another S3, so that nothing relies on one server's habits. */
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
          // Beside the objects: not every temporary folder's file system has extended attributes.
          ...['posix', '--sidecar', metadata ?? '', objects ?? ''],
        ],
      };
    },
    answers: (port) => askHttp(port, '/health'),
  },
  describe,
);

export type S3Server = Awaited<ReturnType<typeof startMinio>>;
