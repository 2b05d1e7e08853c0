import { Module } from '@nestjs/common';
import { OwnerRepository } from './owner.repository.js';
import { OwnerRequests } from './owner.requests.js';

/** Names and addresses of the owners of files, for administrators, and of the authors of file requests. */
@Module({ controllers: [OwnerRequests], providers: [OwnerRepository] })
export class OwnersModule {}
