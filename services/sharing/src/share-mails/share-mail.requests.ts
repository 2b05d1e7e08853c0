import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, shareByEmail } from '@waybill/contracts';
import { ShareMailService } from './share-mail.service.js';

@Controller()
export class ShareMailRequests {
  constructor(private readonly shareMails: ShareMailService) {}

  @Handles(shareByEmail)
  send(input: InputOf<typeof shareByEmail>): Promise<OutputOf<typeof shareByEmail>> {
    return this.shareMails.send(input);
  }
}
