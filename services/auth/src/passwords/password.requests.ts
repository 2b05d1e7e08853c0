import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  changePassword,
  checkPasswordReset,
  type InputOf,
  type OutputOf,
  requestPasswordReset,
  resetPassword,
} from '@waybill/contracts';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordResetService } from './password-reset.service.js';

@Controller()
export class PasswordRequests {
  constructor(
    private readonly changes: PasswordChangeService,
    private readonly resets: PasswordResetService,
  ) {}

  @Handles(changePassword)
  change(input: InputOf<typeof changePassword>): Promise<OutputOf<typeof changePassword>> {
    return this.changes.change(input);
  }

  @Handles(requestPasswordReset)
  requestReset(input: InputOf<typeof requestPasswordReset>): Promise<OutputOf<typeof requestPasswordReset>> {
    return this.resets.request(input);
  }

  @Handles(checkPasswordReset)
  checkReset(input: InputOf<typeof checkPasswordReset>): Promise<OutputOf<typeof checkPasswordReset>> {
    return this.resets.check(input);
  }

  @Handles(resetPassword)
  reset(input: InputOf<typeof resetPassword>): Promise<OutputOf<typeof resetPassword>> {
    return this.resets.reset(input);
  }
}
