import type { Logger } from '@waybill/service-kit';
import type { Channel } from 'amqplib';
import { Asking } from './asking.js';
import type { Line } from './line.js';
import { Link } from './link.js';
import { Publishing } from './publishing.js';
import type { Subscriptions } from '../../transport.js';
import type { Topology } from './topology.js';

/** What a process says itself: events, questions and answers, and what an operator does. */
export interface Speech {
  readonly publishing: Publishing;
  readonly asking: Asking;
  /** For looking at dead letters. */
  readonly operating: Channel;
  /** Work on a channel of its own, which may fail without harm to the others. */
  readonly aside: Line['aside'];
}

/**
 * The connection for what a process says. Apart from those for what it hears: a broker that is short of memory
 * stops listening to whoever publishes, and must still get its acknowledgements.
 */
export function speechLink(
  url: string,
  topology: Topology,
  subscriptions: Subscriptions,
  log: Logger,
): Link<Speech> {
  const openSession = async (line: Line): Promise<Speech> => {
    const publishing = await Publishing.open(line);
    await topology.declareSubscriptions(publishing.channel, subscriptions);
    return {
      publishing,
      asking: await Asking.open(line),
      operating: await line.openChannel(),
      aside: (work) => line.aside(work),
    };
  };
  return new Link(url, 'waybill speaking', openSession, log);
}

/** @throws Error while the broker is away */
export function spoken(link: Link<Speech>): Speech {
  const speech = link.current;
  if (!speech) throw new Error('RabbitMQ is away.');
  return speech;
}
