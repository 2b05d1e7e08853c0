import type { DeadLetter, DeadLetters } from '@waybill/bus';
import { ConfigurationError } from '@waybill/service-kit';
import type { Order } from './arguments.js';
import { presentLetter, presentList } from './present.js';

/** More than an operator reads; who has more wants `replay --all`. */
const MOST = 1000;

/**
 * Does what an operator asked for about events that a service failed to take.
 * @returns what to tell the operator
 * @throws ConfigurationError in one sentence when it cannot be done
 */
export async function obey(order: Order, deadLetters: DeadLetters): Promise<string> {
  if (order.verb === 'list') return list(await lettersFor(order, deadLetters));
  if (order.all) return replayAll(order, deadLetters);
  const letter = await theOneMeant(order, deadLetters);
  const { consumer, event } = letter;
  const name = `${event.type} ${letter.eventId} to ${consumer}`;
  switch (order.verb) {
    case 'show':
      return presentLetter(letter);
    case 'replay':
      if (!(await deadLetters.replay(letter))) throw gone(order);
      return `Sent again: ${name}.`;
    case 'drop':
      if (!order.yes) throw new ConfigurationError(`Dropped events are gone for good. With --yes: ${name}.`);
      if (!(await deadLetters.drop(letter))) throw gone(order);
      return `Dropped: ${name}.`;
  }
}

function list(letters: readonly DeadLetter[]): string {
  return letters.length === 0 ? 'There are no dead letters.' : presentList(letters);
}

async function replayAll(order: Order, deadLetters: DeadLetters): Promise<string> {
  let sent = 0;
  for (const letter of await lettersFor(order, deadLetters)) {
    if (await deadLetters.replay(letter)) sent++;
  }
  return `Sent again: ${sent} ${sent === 1 ? 'event' : 'events'}.`;
}

async function lettersFor({ service }: Order, deadLetters: DeadLetters): Promise<DeadLetter[]> {
  const letters = await deadLetters.list(MOST);
  return letters.filter(({ consumer }) => service === undefined || consumer === service);
}

async function theOneMeant(order: Order, deadLetters: DeadLetters): Promise<DeadLetter> {
  const letters = (await lettersFor(order, deadLetters)).filter(({ eventId }) => eventId === order.id);
  const [letter, ...others] = letters;
  if (!letter) throw gone(order);
  if (others.length > 0) {
    const services = letters.map(({ consumer }) => consumer).join(', ');
    throw new ConfigurationError(
      `Several services did not take this event (${services}): name one by --service.`,
    );
  }
  return letter;
}

function gone({ id, service }: Order): ConfigurationError {
  const whose = service === undefined ? '' : ` of ${service}`;
  return new ConfigurationError(`There is no dead letter ${id ?? ''}${whose}.`);
}
