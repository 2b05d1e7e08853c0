import { type DynamicModule, Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { UncheckedReadingModule } from '../visits/unchecked-reading.module.js';
import { DocumentUnlockingService } from './document-unlocking.service.js';
import { PreviewConversionService } from './preview-conversion.service.js';
import { PreviewQueueService } from './preview-queue.service.js';
import { PreviewSweep } from './preview.sweep.js';
import { PREVIEWS_MODULE_OPTIONS, type PreviewsModuleOptions } from './previews.module-options.js';
import { PreviewsService } from './previews.service.js';
import { SandboxService } from './sandbox.service.js';
import { TempWorkspace } from './temp-workspace.js';
import { UnlockedPreviewSweep } from './unlocked-preview.sweep.js';

@Module({})
export class PreviewsModule {
  static forRoot(options: PreviewsModuleOptions): DynamicModule {
    return {
      module: PreviewsModule,
      imports: [UncheckedReadingModule, SweepModule],
      providers: [
        { provide: PREVIEWS_MODULE_OPTIONS, useValue: options },
        { provide: TempWorkspace, useValue: new TempWorkspace() },
        DocumentUnlockingService,
        PreviewConversionService,
        PreviewQueueService,
        PreviewSweep,
        PreviewsService,
        SandboxService,
        UnlockedPreviewSweep,
      ],
    };
  }
}
