import { string } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import { cancelOrphans } from '../events/copies/orphans.ts'
import { operation } from '../operation.ts'
import { canClearCalendars } from '../scopes.ts'
import { sweepJob } from '../sweep.ts'

export const clear = operation(
  {
    id: 'calendar.calendars.clear',
    http: 'POST /calendars/{calendarId}/clear',
    summary: 'Deletes every event of the primary calendar.',
    params: { calendarId: string({ about: 'The id of a primary calendar, or `primary`.' }) },
    scopes: canClearCalendars,
    access: { calendarId: 'owner' },
    cost: 1,
  },
  ({ store, requireMatch, newCalendarKey, enqueue, clock }) =>
    store.write(async (tx, { calendar }) => {
      requireMatch(calendar.etag)
      if (calendar.isPrimary === 0)
        throw invalid('calendarId', 'Only a primary calendar can be cleared.')
      const { id, key, sequence } = calendar
      await store.calendars.clear(tx, {
        id,
        key: newCalendarKey(),
        sequence: sequence + 1,
      })
      await cancelOrphans(
        { calendars: store.calendars, events: store.events, epoch: store.epoch, clock },
        tx,
        key,
      )
      await enqueue(tx, sweepJob(key))
    }),
)
