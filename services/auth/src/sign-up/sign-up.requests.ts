import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { createInvitation, type InputOf, type OutputOf, signUp, verifyEmail } from '@waybill/contracts';
import { ActivationService } from './activation.service.js';
import { InvitationService } from './invitation.service.js';
import { SignUpService } from './sign-up.service.js';

@Controller()
export class SignUpRequests {
  constructor(
    private readonly signUps: SignUpService,
    private readonly activations: ActivationService,
    private readonly invitations: InvitationService,
  ) {}

  @Handles(signUp)
  signUp(input: InputOf<typeof signUp>): Promise<OutputOf<typeof signUp>> {
    return this.signUps.signUp(input);
  }

  @Handles(createInvitation)
  invite(input: InputOf<typeof createInvitation>): Promise<OutputOf<typeof createInvitation>> {
    return this.invitations.create(input);
  }

  @Handles(verifyEmail)
  verifyEmail(input: InputOf<typeof verifyEmail>): Promise<OutputOf<typeof verifyEmail>> {
    return this.activations.verify(input);
  }
}
