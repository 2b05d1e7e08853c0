import type { DataOf, LiveActivity, visitEnded, visitStarted } from '@waybill/contracts';
import type { OwnedLiveEvent } from './live-event.repository.js';

type VisitData = Pick<
  DataOf<typeof visitStarted>,
  'visitId' | 'fileId' | 'bundleId' | 'name' | 'ownerId' | 'isOwner' | 'linkId' | 'at'
>;

export function presentStarted(data: DataOf<typeof visitStarted>): OwnedLiveEvent {
  const { email, country, city, device, os, browser, referrer } = data;
  const details = { email, country, city, device, os, browser, referrer };
  return owned(data, { type: 'visit.started', ...visitOf(data), ...details });
}

/** A visitor turned to a page, or to a tenth of a video or of sound. */
export function presentPage(data: VisitData & { page: number; pageCount: number }): OwnedLiveEvent {
  const { page, pageCount } = data;
  return owned(data, { type: 'visit.page', ...visitOf(data), page, pageCount });
}

export function presentEnded(data: DataOf<typeof visitEnded>): OwnedLiveEvent {
  const { durationSeconds, pagesSeen, completion } = data;
  return owned(data, { type: 'visit.ended', ...visitOf(data), durationSeconds, pagesSeen, completion });
}

function owned({ ownerId }: VisitData, event: LiveActivity): OwnedLiveEvent {
  return { userId: ownerId, event };
}

function visitOf({ at, visitId, fileId, bundleId, name, linkId, isOwner }: VisitData) {
  return {
    at,
    visitId,
    ...(fileId !== null && { fileId }),
    ...(bundleId !== null && { bundleId }),
    name,
    linkId,
    isOwner,
  };
}
