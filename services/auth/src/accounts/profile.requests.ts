import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, updateProfile, type User } from '@waybill/contracts';
import { ProfileService } from './profile.service.js';

@Controller()
export class ProfileRequests {
  constructor(private readonly profiles: ProfileService) {}

  @Handles(updateProfile)
  updateProfile(input: InputOf<typeof updateProfile>): Promise<User> {
    return this.profiles.update(input);
  }
}
