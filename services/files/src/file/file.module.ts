import { Module } from '@nestjs/common';
import { FileLookupService } from './file-lookup.service.js';

@Module({ providers: [FileLookupService], exports: [FileLookupService] })
export class FileModule {}
