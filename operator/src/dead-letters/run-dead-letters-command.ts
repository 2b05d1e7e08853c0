import type { DeadLetter, DeadLetters } from '@waybill/bus';
import { ConfigurationError } from '@waybill/service-kit';
import type { DeadLettersCommand } from './arguments.js';
import { formatLetter, formatList } from './format.js';

/** Maximum number of letters in a list, and of events that one `replay --all` sends again. */
const MAX_LETTERS = 1000;

/**
 * @returns the text to print
 * @throws ConfigurationError with one sentence when the command cannot be carried out
 */
export async function runDeadLettersCommand(
  command: DeadLettersCommand,
  deadLetters: DeadLetters,
): Promise<string> {
  if (command.verb === 'list') return list(await findLetters(command, deadLetters));
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

function list(letters: readonly DeadLetter[]): string {
  return letters.length === 0 ? 'There are no dead letters.' : formatList(letters);
}

async function replayAll(command: DeadLettersCommand, deadLetters: DeadLetters): Promise<string> {
  let replayed = 0;
  for (const letter of await findLetters(command, deadLetters)) {
    if (await deadLetters.replay(letter)) replayed++;
  }
  return `Sent again: ${replayed} ${replayed === 1 ? 'event' : 'events'}.`;
}

async function findLetters({ service }: DeadLettersCommand, deadLetters: DeadLetters): Promise<DeadLetter[]> {
  const letters = await deadLetters.list(MAX_LETTERS);
  return letters.filter(({ consumer }) => service === undefined || consumer === service);
}

async function findOneLetter(command: DeadLettersCommand, deadLetters: DeadLetters): Promise<DeadLetter> {
  const letters = (await findLetters(command, deadLetters)).filter(({ eventId }) => eventId === command.id);
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
