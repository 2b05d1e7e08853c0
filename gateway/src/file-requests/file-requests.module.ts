import { Module } from '@nestjs/common';
import { FileRequestsController } from './file-requests.controller.js';

/** File requests: others send files to an account. */
@Module({ controllers: [FileRequestsController] })
export class FileRequestsModule {}
