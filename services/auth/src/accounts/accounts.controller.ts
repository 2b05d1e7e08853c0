import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  deleteAccount,
  type InputOf,
  type OutputOf,
  signUp,
  updateProfile,
  type User,
  verifyEmail,
} from '@waybill/contracts';
import { AccountDeletionService } from './account-deletion.service.js';
import { ActivationService } from './activation.service.js';
import { ProfileService } from './profile.service.js';
import { SignUpService } from './sign-up.service.js';

@Controller()
export class AccountsController {
  constructor(
    private readonly signUps: SignUpService,
    private readonly activations: ActivationService,
    private readonly profiles: ProfileService,
    private readonly deletions: AccountDeletionService,
  ) {}

  @Handles(signUp)
  signUp(input: InputOf<typeof signUp>): Promise<OutputOf<typeof signUp>> {
    return this.signUps.signUp(input);
  }

  @Handles(verifyEmail)
  verifyEmail(input: InputOf<typeof verifyEmail>): Promise<OutputOf<typeof verifyEmail>> {
    return this.activations.verify(input);
  }

  @Handles(updateProfile)
  updateProfile(input: InputOf<typeof updateProfile>): Promise<User> {
    return this.profiles.update(input);
  }
  @Handles(deleteAccount)
  async delete(input: InputOf<typeof deleteAccount>): Promise<OutputOf<typeof deleteAccount>> {
    await this.deletions.delete(input);
    return {};
  }
}
