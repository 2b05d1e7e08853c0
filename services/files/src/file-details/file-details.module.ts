import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DeletionModule } from '../deletion/deletion.module.js';
import { FileModule } from '../file/file.module.js';
import { FileDetailsRequests } from './file-details.requests.js';
import { FileListService } from './file-list.service.js';

@Module({
  imports: [AccessModule, DeletionModule, FileModule],
  controllers: [FileDetailsRequests],
  providers: [FileListService],
})
export class FileDetailsModule {}
