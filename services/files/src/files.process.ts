import { createRequire } from 'node:module';
import { BackupMetricsModule } from '@waybill/backup/metrics';
import {
  type Adapters,
  planVariables,
  type ProcessDefinition,
  type SharedEnvironment,
} from '@waybill/composition';
import { filesDatabase } from './database/files.database.js';
import type { FilesModuleOptions } from './files.module-options.js';
import { FilesModule } from './files.module.js';
import { FilesWorkerModule } from './files-worker.module.js';
import type { PreviewsModuleOptions } from './previews/previews.module-options.js';
import { findProgram, findSoffice } from './previews/sandbox/find-program.js';
import type { VirusScanModuleOptions } from './virus-scan/virus-scan.module-options.js';

const objectVariables = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'ENCRYPTION_KEY',
] as const satisfies ProcessDefinition['variables'];
const workerVariables = [
  'REDIS_URL',
  'CLAMD_URL',
  'SCAN_FAILURE',
  ...objectVariables,
] as const satisfies ProcessDefinition['variables'];
const apiVariables = [
  ...workerVariables,
  'SESSION_SECRET',
  'PROMOTION_ENDS_AT',
  'PROMOTION_MESSAGE',
  'ANONYMOUS_UPLOADS',
  'ANONYMOUS_MAX_BYTES',
  ...planVariables,
] as const satisfies ProcessDefinition['variables'];

function filesOptions(environment: SharedEnvironment, adapters: Adapters): FilesModuleOptions {
  const { promotion, planLimits } = environment;
  return {
    promotion,
    planLimits,
    defaultPlan: environment.DEFAULT_PLAN,
    anonymousUploads: environment.ANONYMOUS_UPLOADS,
    anonymousMaxBytes: environment.ANONYMOUS_MAX_BYTES,
    virusScan: virusScanOptions(environment),
    tokenSecrets: adapters.secretsFor('file-tokens'),
  };
}

function previewsOptions(): PreviewsModuleOptions {
  return {
    sofficePath: findSoffice(),
    ffmpegPath: findProgram('ffmpeg'),
    bsdtarPath: findProgram('bsdtar'),
    pdftoppmPath: findProgram('pdftoppm'),
    // Resolve the child by its package name: a build bundles this module into a file in another folder.
    childPath: createRequire(import.meta.url).resolve('@waybill/files/preview-child'),
  };
}

function virusScanOptions({ CLAMD_URL, SCAN_FAILURE }: SharedEnvironment): VirusScanModuleOptions {
  return { clamdUrl: CLAMD_URL ?? null, onFailure: SCAN_FAILURE };
}

/** This service and its worker in one process, for the standalone profile. */
export const filesProcess: ProcessDefinition = {
  service: 'files',
  database: filesDatabase,
  variables: apiVariables,
  modules: (environment, adapters) => [
    adapters.limiter(),
    adapters.jobs({ performs: true }),
    adapters.storage(),
    adapters.securityLog(),
    FilesModule.forRoot(filesOptions(environment, adapters)),
    FilesWorkerModule.forRoot(previewsOptions(), virusScanOptions(environment)),
    { module: BackupMetricsModule },
  ],
};

/** This service without its worker: it enqueues jobs and performs none. */
export const filesApiProcess: ProcessDefinition = {
  service: 'files',
  database: filesDatabase,
  variables: apiVariables,
  modules: (environment, adapters) => [
    adapters.limiter(),
    adapters.jobs({ performs: false }),
    adapters.storage(),
    adapters.securityLog(),
    FilesModule.forRoot(filesOptions(environment, adapters)),
  ],
};

/** The worker alone. */
export const filesWorkerProcess: ProcessDefinition = {
  service: 'files',
  role: 'worker',
  database: filesDatabase,
  variables: workerVariables,
  modules: (environment, adapters) => [
    adapters.jobs({ performs: true }),
    adapters.storage(),
    FilesWorkerModule.forRoot(previewsOptions(), virusScanOptions(environment)),
    { module: BackupMetricsModule },
  ],
};
