import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, signUp, verifyEmail } from '@waybill/contracts';
import { ActivationService } from './activation.service.js';
import { SignUpService } from './sign-up.service.js';

@Controller()
export class SignUpRequests {
  constructor(
    private readonly signUps: SignUpService,
    private readonly activations: ActivationService,
  ) {}

  @Handles(signUp)
  signUp(input: InputOf<typeof signUp>): Promise<OutputOf<typeof signUp>> {
    return this.signUps.signUp(input);
  }

  @Handles(verifyEmail)
  verifyEmail(input: InputOf<typeof verifyEmail>): Promise<OutputOf<typeof verifyEmail>> {
    return this.activations.verify(input);
  }
}
