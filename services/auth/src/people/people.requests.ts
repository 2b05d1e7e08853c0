import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  countPeople,
  deletePerson,
  getPerson,
  type InputOf,
  listPeople,
  type OutputOf,
  signOutPerson,
  suspendPerson,
} from '@waybill/contracts';
import { PeopleService } from './people.service.js';

type ChangedPerson = OutputOf<typeof getPerson>;

@Controller()
export class PeopleRequests {
  constructor(private readonly people: PeopleService) {}

  @Handles(listPeople)
  list(input: InputOf<typeof listPeople>): Promise<OutputOf<typeof listPeople>> {
    return this.people.list(input);
  }

  @Handles(countPeople)
  count(): Promise<OutputOf<typeof countPeople>> {
    return this.people.count();
  }

  @Handles(getPerson)
  async get({ userId }: InputOf<typeof getPerson>): Promise<ChangedPerson> {
    return { person: await this.people.get(userId) };
  }

  @Handles(suspendPerson)
  async suspend(input: InputOf<typeof suspendPerson>): Promise<ChangedPerson> {
    return { person: await this.people.suspend(input) };
  }

  @Handles(signOutPerson)
  async signOut(input: InputOf<typeof signOutPerson>): Promise<ChangedPerson> {
    return { person: await this.people.signOut(input) };
  }

  @Handles(deletePerson)
  async delete(input: InputOf<typeof deletePerson>): Promise<ChangedPerson> {
    return { person: await this.people.delete(input) };
  }
}
