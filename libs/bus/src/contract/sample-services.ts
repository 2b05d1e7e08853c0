import { Controller, type DynamicModule } from '@nestjs/common';
import { AppError, type EventMessage, type InputOf, defineEvent, defineRequest } from '@waybill/contracts';
import type { ServiceDatabase } from '@waybill/database';
import { correlationId } from '@waybill/service-kit';
import { type Observable, of } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { busEntities, busMigrations } from '../bus.module.js';
import { Consumes } from '../consumes.decorator.js';
import { Handles } from '../handles.decorator.js';
import { Outbox } from '../outbox/outbox.js';

const anything = z.record(z.string(), z.unknown());

export const echo = defineRequest('alpha.echo.say', anything, anything);
export const strict = defineRequest('alpha.echo.strict', z.object({ n: z.int() }), z.object({ n: z.int() }));
export const stream = defineRequest('alpha.echo.stream', strict.input, strict.output);
export const context = defineRequest('alpha.echo.context', anything, z.object({ ids: z.array(z.string()) }));
export const recall = defineRequest('alpha.echo.recall', anything, anything);
export const refuse = defineRequest('alpha.errors.refuse', anything, anything);
export const fail = defineRequest('alpha.errors.fail', anything, anything);
export const hold = defineRequest('alpha.echo.hold', strict.input, strict.output);
export const unhandled = defineRequest('alpha.echo.unhandled', anything, anything);
export const unserved = defineRequest('absent.echo.say', anything, anything);
export const publishThings = defineRequest(
  'alpha.things.publish',
  z.object({
    subject: z.string(),
    numbers: z.array(z.int()),
    note: z.string().optional(),
    rollBack: z.boolean().optional(),
  }),
  z.object({}),
);

export const thingHappened = defineEvent(
  'alpha.thing.happened',
  z.object({ n: z.int(), note: z.string().optional() }),
);

/** Service `alpha`: handles requests and publishes events. */
export class SampleProducer {
  readonly begun: number[] = [];
  /** Reply of `recall`. */
  readonly memory = { list: [1] };
  /** `hold` replies once this is resolved. */
  gate: Promise<void> = Promise.resolve();

  module(): DynamicModule {
    const { memory } = this;
    const begin = async (n: number) => {
      this.begun.push(n);
      await this.gate;
    };
    @Controller()
    class AlphaController {
      constructor(
        private readonly dataSource: DataSource,
        private readonly outbox: Outbox,
      ) {}

      @Handles(echo)
      echo(input: InputOf<typeof echo>) {
        return input;
      }

      @Handles(strict)
      strict({ n }: InputOf<typeof strict>) {
        return { n, secret: 'not in the contract' };
      }

      @Handles(stream)
      stream({ n }: InputOf<typeof stream>): Observable<{ n: number }> {
        return of({ n });
      }

      @Handles(context)
      context() {
        return { ids: [correlationId(), correlationId()] };
      }

      @Handles(recall)
      recall() {
        return memory;
      }

      @Handles(refuse)
      refuse(): never {
        throw new AppError('auth.too-many-attempts', undefined, { retryAfterSeconds: 7 });
      }

      @Handles(fail)
      fail(): never {
        throw new Error('the password of the database is hunter2');
      }

      @Handles(hold)
      async hold({ n }: InputOf<typeof hold>) {
        await begin(n);
        return { n };
      }

      @Handles(publishThings)
      async publishThings({ subject, numbers, note, rollBack }: InputOf<typeof publishThings>) {
        await this.dataSource.transaction(async (manager) => {
          for (const n of numbers) await this.outbox.add(manager, thingHappened, subject, { n, note });
          if (rollBack) throw new AppError('request.invalid');
        });
        return {};
      }
    }
    return { module: class AlphaModule {}, controllers: [AlphaController] };
  }
}

/** A service that consumes `alpha.thing.happened`. */
export class SampleConsumer {
  readonly seen: EventMessage<typeof thingHappened>[] = [];
  /** Correlation ids of the events in `seen`. */
  readonly contexts: string[] = [];
  /** Set by the test: called for each event. */
  react: (event: EventMessage<typeof thingHappened>) => Promise<void> = () => Promise.resolve();

  module(): DynamicModule {
    const consume = async (event: EventMessage<typeof thingHappened>) => {
      this.seen.push(event);
      this.contexts.push(correlationId());
      await this.react(event);
    };
    @Controller()
    class ConsumerController {
      @Consumes(thingHappened)
      async thingHappened(event: EventMessage<typeof thingHappened>) {
        await consume(event);
      }
    }
    return { module: class ConsumerModule {}, controllers: [ConsumerController] };
  }

  get numbers(): number[] {
    return this.seen.map(({ data }) => data.n);
  }
}

/** The database of `service`, with a table `effect` for the test. */
export function databaseOf(service: string): ServiceDatabase {
  return {
    schema: service,
    entities: busEntities,
    migrations: [...busMigrations, CreateEffect1767225700000],
  };
}

export class CreateEffect1767225700000 {
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('CREATE TABLE effect (n int NOT NULL)');
  }

  async down(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('DROP TABLE effect');
  }
}

export async function addEffect(manager: EntityManager, n: number): Promise<void> {
  await manager.query('INSERT INTO effect VALUES ($1)', [n]);
}

export async function effects(dataSource: DataSource): Promise<number[]> {
  const rows: { n: number }[] = await dataSource.query('SELECT n FROM effect ORDER BY n');
  return rows.map(({ n }) => n);
}
