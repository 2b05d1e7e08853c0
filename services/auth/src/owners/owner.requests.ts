import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { findOwners, getOwners, type InputOf, type OutputOf } from '@waybill/contracts';
import { OwnerRepository } from './owner.repository.js';

/** Finds the owners of files, for administrators, and the author of a file request. */
@Controller()
export class OwnerRequests {
  constructor(private readonly owners: OwnerRepository) {}

  @Handles(getOwners)
  async get({ ids }: InputOf<typeof getOwners>): Promise<OutputOf<typeof getOwners>> {
    const owners = await this.owners.findByIds(ids);
    return { owners: owners.map(({ id, name, email }) => ({ id, name, email })) };
  }

  @Handles(findOwners)
  async find({ email }: InputOf<typeof findOwners>): Promise<OutputOf<typeof findOwners>> {
    return { ids: await this.owners.findIdsByAddress(email) };
  }
}
