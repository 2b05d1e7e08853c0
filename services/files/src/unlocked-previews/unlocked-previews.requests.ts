import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { getUnlockedPreview, type InputOf, type OutputOf, unlockPreview } from '@waybill/contracts';
import { UnlockedPreviewsService } from './unlocked-previews.service.js';

@Controller()
export class UnlockedPreviewsRequests {
  constructor(private readonly previews: UnlockedPreviewsService) {}

  @Handles(unlockPreview)
  async unlock(input: InputOf<typeof unlockPreview>): Promise<OutputOf<typeof unlockPreview>> {
    return this.previews.start(input);
  }

  @Handles(getUnlockedPreview)
  async get(input: InputOf<typeof getUnlockedPreview>): Promise<OutputOf<typeof getUnlockedPreview>> {
    return this.previews.get(input);
  }
}
