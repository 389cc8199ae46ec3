import { expect } from 'vitest'
import type { ApiError } from '#/kernel/errors.ts'
import type {
  CurrentEvent,
  EventContext,
  EventDraft,
  EventReading,
} from '#/services/calendar/event/event-draft.ts'
import { shownTimes } from '#/services/calendar/event/times.ts'
import type { Event } from '#/services/calendar/schemas/event.ts'

export const labelId = '00000000-0000-4000-8000-000000000001'

interface Differences {
  readonly calendar?: Partial<EventContext['calendar']>
  readonly reading?: Partial<EventReading>
  readonly isBareServiceAccount?: boolean
  readonly attendeesMax?: number
}

/** The primary calendar of Ann in Berlin, read by the newest flags, with conferences counted from 1. */
export function eventContext({ calendar, reading, ...rest }: Differences = {}): EventContext {
  let conferences = 0
  return {
    calendar: {
      id: 'ann@x.org',
      isPrimary: true,
      timeZone: 'Europe/Berlin',
      conferenceTypes: ['hangoutsMeet'],
      labelIds: new Set([labelId]),
      ...calendar,
    },
    reading: {
      conferenceDataVersion: 1,
      eventLabelVersion: 0,
      supportsAttachments: true,
      ...reading,
    },
    newConference: () => {
      conferences += 1
      const code = `abc-defg-hi${conferences}`
      return { code, uri: `https://meet.x.org/${code}`, signature: `signed${conferences}` }
    },
    isBareServiceAccount: false,
    attendeesMax: 5,
    ...rest,
  }
}

/** An hour on the first of May. */
export const hour = {
  start: { dateTime: '2026-05-01T09:00:00+02:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2026-05-01T10:00:00+02:00', timeZone: 'Europe/Berlin' },
} satisfies Event

/** The first of May. */
export const day = {
  start: { date: '2026-05-01' },
  end: { date: '2026-05-02' },
} satisfies Event

/** The event in its wire form, as a client reads it. */
export const wireForm = ({ content, times, reminders, source }: EventDraft): Event => ({
  ...content,
  ...shownTimes(times, 'Europe/Berlin'),
  reminders: reminders ?? { useDefault: true },
  ...(source && { source }),
})

/** The event as it is once it is stored. */
export const stored = (described: EventDraft, more: Event = {}): CurrentEvent => ({
  event: { ...wireForm(described), ...more },
  times: described.times,
  reminders: described.reminders,
  source: described.source,
})

/** Holds the refusal of an action against what is expected of it. */
export function expectRefused(
  action: () => unknown,
  wanted: { readonly reason: string; readonly message?: string; readonly status?: number },
): void {
  let error: ApiError | undefined
  try {
    action()
  } catch (thrown) {
    error = thrown as ApiError
  }
  expect(error?.refusals?.[0]?.reason ?? error).toBe(wanted.reason)
  expect(error?.status).toBe(wanted.status ?? 400)
  if (wanted.message !== undefined) expect(error?.message).toContain(wanted.message)
}
