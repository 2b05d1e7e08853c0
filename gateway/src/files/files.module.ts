import { Module } from '@nestjs/common';
import { FilesController } from './files.controller.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { OfficeViewerController } from './office-viewer.controller.js';

/** Metadata, settings and passwords of files. */
@Module({ imports: [SessionsModule], controllers: [FilesController, OfficeViewerController] })
export class FilesModule {}
