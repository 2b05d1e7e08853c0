import type { DeadLetter, DeadLetters } from '@waybill/bus';
import { ConfigurationError } from '@waybill/service-kit';
import type { DeadLettersCommand } from './arguments.js';
import { formatLetter, formatList } from './format.js';

/** Maximum number of letters in a list, and in memory while `replay --all` replays them. */
const MAX_LETTERS = 1000;

/**
 * @returns the text to print
 * @throws ConfigurationError with one sentence when the command cannot be carried out
 */
export async function runDeadLettersCommand(
  command: DeadLettersCommand,
  deadLetters: DeadLetters,
): Promise<string> {
  const { service } = command;
  if (command.verb === 'list') return list(await findLetters(command, deadLetters, MAX_LETTERS + 1), service);
  if (command.all) return replayAll(command, deadLetters);
  const letter = await findOneLetter(command, deadLetters);
  const { consumer, event } = letter;
  const name = `${event.type} ${letter.eventId} to ${consumer}`;
  switch (command.verb) {
    case 'show':
      return formatLetter(letter);
    case 'replay':
      if (!(await deadLetters.replay(letter))) throw notFound(command);
      return `Sent again: ${name}.`;
    case 'drop':
      if (!command.yes) {
        throw new ConfigurationError(
          `Dropping an event is permanent. Repeat the command with --yes to drop ${name}.`,
        );
      }
      if (!(await deadLetters.drop(letter))) throw notFound(command);
      return `Dropped: ${name}.`;
  }
}

function list(letters: readonly DeadLetter[], service: string | undefined): string {
  const suffix = service === undefined ? '' : ` of ${service}`;
  if (letters.length === 0) return `There are no dead letters${suffix}.`;
  const table = formatList(letters.slice(0, MAX_LETTERS));
  return letters.length > MAX_LETTERS
    ? `${table}\nThere are more: these are the ${MAX_LETTERS} oldest.`
    : table;
}

/** Replays each letter once, also if it is a dead letter again meanwhile. */
async function replayAll(command: DeadLettersCommand, deadLetters: DeadLetters): Promise<string> {
  const visited = new Set<string>();
  let replayed = 0;
  for (let hasMore = true; hasMore;) {
    hasMore = false;
    for (const letter of await findLetters(command, deadLetters)) {
      const key = `${letter.consumer} ${letter.eventId}`;
      if (visited.has(key)) continue;
      visited.add(key);
      hasMore = true;
      if (await deadLetters.replay(letter)) replayed++;
    }
  }
  return `Sent again: ${replayed} ${replayed === 1 ? 'event' : 'events'}.`;
}

function findLetters(
  { service, id }: DeadLettersCommand,
  deadLetters: DeadLetters,
  limit = MAX_LETTERS,
): Promise<DeadLetter[]> {
  return deadLetters.list(limit, {
    ...(service !== undefined && { consumer: service }),
    ...(id !== undefined && { eventId: id }),
  });
}

async function findOneLetter(command: DeadLettersCommand, deadLetters: DeadLetters): Promise<DeadLetter> {
  const letters = await findLetters(command, deadLetters);
  const [letter, ...others] = letters;
  if (!letter) throw notFound(command);
  if (others.length > 0) {
    const services = letters.map(({ consumer }) => consumer).join(', ');
    throw new ConfigurationError(
      `Several services failed to consume this event (${services}): choose one with --service.`,
    );
  }
  return letter;
}

function notFound({ id, service }: DeadLettersCommand): ConfigurationError {
  const suffix = service === undefined ? '' : ` of ${service}`;
  return new ConfigurationError(`There is no dead letter ${id ?? ''}${suffix}.`);
}
