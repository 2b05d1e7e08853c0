import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { FileCountsSweep } from './file-counts.sweep.js';
import { UploadSweep } from './upload.sweep.js';

/** Sweeps of uploads and file counts. Imported by the worker only. */
@Module({ imports: [SweepModule], providers: [FileCountsSweep, UploadSweep] })
export class UploadSweepModule {}
