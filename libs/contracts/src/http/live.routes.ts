import { z } from 'zod';
import { liveEventSchema } from '../dto/live.dto.js';
import { readLiveEvents } from '../requests/analytics.requests.js';
import { exampleFileId } from './examples.js';
import { defineRoute } from './route.js';

const exampleEvent: z.infer<typeof liveEventSchema> = {
  type: 'visit.page',
  at: '2026-11-02T09:30:00.000Z',
  visitId: '5b6f9f1c-2d3a-4e55-8a0e-6f1f0f7b7a11',
  fileId: exampleFileId,
  name: 'Offer.pdf',
  linkId: exampleFileId,
  isOwner: false,
  page: 3,
  pageCount: 30,
};

/** Live events of an account (server-sent events). */
export const liveRoutes = {
  live: defineRoute({
    id: 'watchLive',
    method: 'GET',
    path: '/api/live',
    group: 'analytics',
    summary: 'Watch visits, uploads and changes as they happen',
    description:
      'Server-sent events about your files and bundles. `data` of each is JSON with a `type`. Ignore types that you do ' +
      'not know: later versions add some. After an interruption, ' +
      '`Last-Event-ID` continues where it broke off, up to five minutes later. A comment comes every 15 seconds, or an event where one is asked for. The ' +
      'stream ends when the session or token ends.',
    access: 'account',
    scope: 'read',
    headers: z.object({
      'last-event-id': z.string().optional().describe('`id` of the last event that arrived.'),
    }),
    query: z.object({
      lastEventId: z
        .string()
        .optional()
        .describe('As the header, for the first request of a browser. `0`: all of the last five minutes.'),
      heartbeat: z
        .enum(['comment', 'event'], { error: 'Please choose comment or event' })
        .default('comment')
        .describe(
          '`event`: the heartbeat is an event of the name `heartbeat` without an id, with the time as `at`, immediately and then every 15 seconds. ' +
            "A browser's `EventSource` can see it, and notices a connection that fell silent.",
        ),
    }),
    responses: {
      200: {
        description: 'Events until the client disconnects',
        mediaTypes: ['text/event-stream'],
        schema: liveEventSchema,
        example: exampleEvent,
      },
    },
    requests: [readLiveEvents],
    errors: ['live.too-many-streams', 'server.busy'],
  }),
} as const;
