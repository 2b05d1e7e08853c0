import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DeletionModule } from '../deletion/deletion.module.js';
import { FileModule } from '../file/file.module.js';
import { FileRequests } from './file.requests.js';

@Module({ imports: [AccessModule, DeletionModule, FileModule], controllers: [FileRequests] })
export class FileRequestsModule {}
