import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  type InputOf,
  listPasskeys,
  logInWithPasskey,
  type OutputOf,
  removePasskey,
  renamePasskey,
} from '@waybill/contracts';
import { PasskeyLogInService } from './passkey-log-in.service.js';
import { PasskeyService } from './passkey.service.js';

@Controller()
export class PasskeyRequests {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly logIns: PasskeyLogInService,
  ) {}

  @Handles(listPasskeys)
  async list({ userId }: InputOf<typeof listPasskeys>): Promise<OutputOf<typeof listPasskeys>> {
    return { passkeys: await this.passkeys.list(userId) };
  }

  @Handles(beginPasskey)
  async begin(input: InputOf<typeof beginPasskey>): Promise<OutputOf<typeof beginPasskey>> {
    return { options: await this.passkeys.begin(input) };
  }

  @Handles(addPasskey)
  add(input: InputOf<typeof addPasskey>): Promise<OutputOf<typeof addPasskey>> {
    return this.passkeys.add(input);
  }

  @Handles(renamePasskey)
  rename(input: InputOf<typeof renamePasskey>): Promise<OutputOf<typeof renamePasskey>> {
    return this.passkeys.rename(input);
  }

  @Handles(removePasskey)
  async remove(input: InputOf<typeof removePasskey>): Promise<OutputOf<typeof removePasskey>> {
    await this.passkeys.remove(input);
    return {};
  }

  @Handles(beginPasskeyLogIn)
  async beginLogIn({
    address,
  }: InputOf<typeof beginPasskeyLogIn>): Promise<OutputOf<typeof beginPasskeyLogIn>> {
    return { options: await this.logIns.begin(address) };
  }

  @Handles(logInWithPasskey)
  logIn(input: InputOf<typeof logInWithPasskey>): Promise<OutputOf<typeof logInWithPasskey>> {
    return this.logIns.logIn(input);
  }
}
