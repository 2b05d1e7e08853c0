import type { Adapters, ProcessSpec, SharedEnvironment } from '@waybill/composition';
import { filesDatabase } from './database/files.database.js';
import type { FilesConfig } from './files.config.js';
import { FilesModule } from './files.module.js';
import { FilesWorkerModule } from './files-worker.module.js';
import { findSoffice } from './previews/soffice.js';

function configOf({ promotion }: SharedEnvironment, adapters: Adapters): FilesConfig {
  return {
    promotion,
    tokenSecret: adapters.secretFor('file-tokens'),
    previews: { sofficePath: findSoffice() },
  };
}

/** This service and its worker in one process, for the single machine. */
export const filesProcess: ProcessSpec = {
  service: 'files',
  database: filesDatabase,
  modules: (environment, adapters) => {
    const config = configOf(environment, adapters);
    return [
      adapters.limiter(),
      adapters.jobs(true),
      adapters.storage(),
      FilesModule.forRoot(config),
      FilesWorkerModule.forRoot(config),
    ];
  },
};

/** This service without its worker: it adds jobs and performs none. */
export const filesApiProcess: ProcessSpec = {
  service: 'files',
  database: filesDatabase,
  modules: (environment, adapters) => [
    adapters.limiter(),
    adapters.jobs(false),
    adapters.storage(),
    FilesModule.forRoot(configOf(environment, adapters)),
  ],
};

/** The worker alone. */
export const filesWorkerProcess: ProcessSpec = {
  service: 'files',
  role: 'worker',
  database: filesDatabase,
  modules: (environment, adapters) => [
    adapters.jobs(true),
    adapters.storage(),
    FilesWorkerModule.forRoot(configOf(environment, adapters)),
  ],
};
