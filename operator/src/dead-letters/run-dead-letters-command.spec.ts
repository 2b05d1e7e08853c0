import { type DeadLetter, DeadLetters, type DeliveryKey } from '@waybill/bus';
import { parseDeadLettersCommand } from './arguments.js';
import { runDeadLettersCommand } from './run-dead-letters-command.js';

/** More than two lists hold. */
const MANY = 2500;

class FakeDeadLetters extends DeadLetters {
  readonly replayed: string[] = [];
  private letters: DeadLetter[];

  /** @param diesAgain whether a replayed letter is a dead letter again immediately */
  constructor(
    count: number,
    private readonly diesAgain = false,
  ) {
    super();
    this.letters = Array.from({ length: count }, (_, n) => letterOf(`event-${n}`));
  }

  list(limit = 100): Promise<DeadLetter[]> {
    return Promise.resolve(this.letters.slice(0, limit));
  }

  replay({ eventId }: DeliveryKey): Promise<boolean> {
    this.replayed.push(eventId);
    this.letters = this.letters.filter((letter) => letter.eventId !== eventId);
    if (this.diesAgain) this.letters.push(letterOf(eventId));
    return Promise.resolve(true);
  }

  drop(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

describe('runDeadLettersCommand', () => {
  const run = (letters: DeadLetters, ...args: string[]) =>
    runDeadLettersCommand(parseDeadLettersCommand(args), letters);

  it('replay --all replays every dead letter, however many there are', async () => {
    expect(await run(new FakeDeadLetters(MANY), 'replay', '--all')).toBe(`Sent again: ${MANY} events.`);
  });

  it.each([3, MANY])(
    'replay --all replays each of %i dead letters once, also if all fail again',
    async (count) => {
      const letters = new FakeDeadLetters(count, true);
      expect(await run(letters, 'replay', '--all')).toBe(`Sent again: ${count} events.`);
      expect(new Set(letters.replayed).size).toBe(count);
    },
  );

  it('list says that there are more dead letters than it lists', async () => {
    const lines = (await run(new FakeDeadLetters(1001), 'list')).split('\n');
    expect(lines).toHaveLength(1002);
    expect(lines.at(-1)).toBe('There are more: these are the 1000 oldest.');
    expect((await run(new FakeDeadLetters(1000), 'list')).split('\n').at(-1)).toContain('event-999');
  });
});

function letterOf(eventId: string): DeadLetter {
  const event = { type: 'files.file.uploaded', id: eventId } as DeadLetter['event'];
  return { eventId, consumer: 'sharing', event, attempts: 8, error: 'Error: no', diedAt: new Date(0) };
}
