import type { Event } from '../../schemas/event.ts'
import { withoutAbsent } from './without-absent.ts'

/**
 * All that callers see who may know when somebody is busy, and no more. A series keeps its rule:
 * its instances show as much, and without it the series would look like a single event.
 */
export const maskedEvent = (event: Event): Event =>
  withoutAbsent({
    kind: event.kind,
    etag: event.etag && maskedEtag(event.etag),
    id: event.id,
    status: event.status,
    start: event.start,
    end: event.end,
    recurrence: event.recurrence,
    recurringEventId: event.recurringEventId,
    originalStartTime: event.originalStartTime,
    transparency: event.transparency,
    visibility: 'private',
    iCalUID: event.iCalUID,
    eventType: event.eventType,
  }) as Event

/** What is shown masked is another representation, which must not be taken for the whole one. */
export const maskedEtag = (etag: string): string => etag.replace('"3', '"4')
