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

  /** Id that the page gave its visit. */
  @Column('uuid', { name: 'visit_id' })
  visitId!: string;

  @Column('timestamptz', { name: 'opened_at' })
  openedAt!: Date;
}
