import { Module } from '@nestjs/common';
import { FilesController } from './files.controller.js';
import { OfficeViewerController } from './office-viewer.controller.js';

/** Metadata, settings and passwords of files. */
@Module({ controllers: [FilesController, OfficeViewerController] })
export class FilesModule {}
