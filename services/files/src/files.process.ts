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
  name: 'files',
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
