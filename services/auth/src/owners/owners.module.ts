import { Module } from '@nestjs/common';
import { OwnerRequests } from './owner.requests.js';

/** Names and addresses of the owners of files, for administrators. */
@Module({ controllers: [OwnerRequests] })
export class OwnersModule {}
