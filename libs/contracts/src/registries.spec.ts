import * as contracts from './index.js';
import {
  allEvents,
  allRequests,
  type EventContract,
  eventSubscriptions,
  type RequestContract,
} from './index.js';

const declared = Object.values<unknown>(contracts).filter(
  (value): value is EventContract | RequestContract =>
    typeof value === 'object' && value !== null && 'kind' in value,
);

describe('allEvents and allRequests', () => {
  it('allEvents contains every declared event once', () => {
    const events = declared.filter(({ kind }) => kind === 'event');
    expect(new Set<unknown>(allEvents)).toEqual(new Set(events));
    expect(new Set(allEvents.map(({ type }) => type)).size).toBe(allEvents.length);
  });

  it('every event has a consumer', () => {
    expect(new Set(Object.values(eventSubscriptions).flat())).toEqual(new Set(allEvents));
  });

  it('allRequests contains every declared request once', () => {
    const requests = declared.filter(({ kind }) => kind === 'request');
    for (const request of requests) expect(allRequests).toContain(request);
    expect(new Set(allRequests.map(({ name }) => name)).size).toBe(allRequests.length);
  });
});
