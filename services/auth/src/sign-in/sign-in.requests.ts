import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  disconnectOidc,
  getSignInMethods,
  type InputOf,
  type OutputOf,
  setFirstPassword,
} from '@waybill/contracts';
import { SignInMethodsService } from './sign-in-methods.service.js';

@Controller()
export class SignInRequests {
  constructor(private readonly methods: SignInMethodsService) {}

  @Handles(getSignInMethods)
  get(input: InputOf<typeof getSignInMethods>): Promise<OutputOf<typeof getSignInMethods>> {
    return this.methods.get(input);
  }

  @Handles(setFirstPassword)
  setFirstPassword(input: InputOf<typeof setFirstPassword>): Promise<OutputOf<typeof setFirstPassword>> {
    return this.methods.setFirstPassword(input);
  }

  @Handles(disconnectOidc)
  async disconnect(input: InputOf<typeof disconnectOidc>): Promise<OutputOf<typeof disconnectOidc>> {
    await this.methods.disconnect(input);
    return {};
  }
}
