import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One opening of a link: its token and its visit. Deleted when the token has expired. */
@Entity('link_sessions')
export class LinkSession {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'link_id' })
  linkId!: string;

  /** Address that the visitor gave; null if the link asks for none. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** Id of the visit: the one that the page gave, unless another visit has it. */
  @Column('uuid', { name: 'visit_id' })
  visitId!: string;

  @Column('timestamptz', { name: 'opened_at' })
  openedAt!: Date;
}
