import type { DataSource } from 'typeorm';
import { type DeadLetter, DeadLetters, type DeliveryKey } from '../../dead-letters.js';

/** Dead letters are rows of the delivery table with `died_at` set. */
export class PostgresDeadLetters extends DeadLetters {
  constructor(
    private readonly dataSource: DataSource,
    private readonly onReplay: () => void,
  ) {
    super();
  }

  async list(limit = 100, { consumer, eventId }: Partial<DeliveryKey> = {}): Promise<DeadLetter[]> {
    return this.dataSource.query(
      `SELECT event_id AS "eventId", consumer, event, attempts, error, died_at AS "diedAt"
       FROM delivery
       WHERE died_at IS NOT NULL AND consumer = coalesce($2, consumer)
         AND event_id::text = coalesce($3, event_id::text)
       ORDER BY died_at LIMIT $1`,
      [limit, consumer, eventId],
    );
  }

  async replay({ eventId, consumer }: DeliveryKey): Promise<boolean> {
    const [, replayed]: [unknown, number] = await this.dataSource.query(
      `UPDATE delivery SET died_at = NULL, error = NULL, attempts = 0, due_at = now()
       WHERE event_id = $1 AND consumer = $2 AND died_at IS NOT NULL`,
      [eventId, consumer],
    );
    if (replayed > 0) this.onReplay();
    return replayed > 0;
  }

  async drop({ eventId, consumer }: DeliveryKey): Promise<boolean> {
    const [, dropped]: [unknown, number] = await this.dataSource.query(
      'DELETE FROM delivery WHERE event_id = $1 AND consumer = $2 AND died_at IS NOT NULL',
      [eventId, consumer],
    );
    return dropped > 0;
  }
}
