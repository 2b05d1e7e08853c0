import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { OwnedFilesDeletionService } from './owned-files-deletion.service.js';
import { FileClaimService } from './file-claim.service.js';
import { OwnershipConsumer } from './ownership.consumer.js';
import { OwnershipRequests } from './ownership.requests.js';

@Module({
  imports: [DeletionModule],
  controllers: [OwnershipConsumer, OwnershipRequests],
  providers: [OwnedFilesDeletionService, FileClaimService],
})
export class OwnershipModule {}
