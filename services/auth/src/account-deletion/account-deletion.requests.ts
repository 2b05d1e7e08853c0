import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { deleteAccount, type InputOf, type OutputOf } from '@waybill/contracts';
import { AccountDeletionService } from './account-deletion.service.js';

@Controller()
export class AccountDeletionRequests {
  constructor(private readonly accountDeletion: AccountDeletionService) {}

  @Handles(deleteAccount)
  async delete(input: InputOf<typeof deleteAccount>): Promise<OutputOf<typeof deleteAccount>> {
    await this.accountDeletion.delete(input);
    return {};
  }
}
