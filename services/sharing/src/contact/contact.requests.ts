import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, sendContactMessage } from '@waybill/contracts';
import { ContactService } from './contact.service.js';

@Controller()
export class ContactRequests {
  constructor(private readonly contact: ContactService) {}

  @Handles(sendContactMessage)
  send(input: InputOf<typeof sendContactMessage>): Promise<OutputOf<typeof sendContactMessage>> {
    return this.contact.send(input);
  }
}
