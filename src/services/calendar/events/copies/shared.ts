import type { Event } from '../../schemas/event.ts'

type Told = {
  readonly [K in 'id' | 'organizer' | 'privateCopy' | 'eventType']?: Event[K] | undefined
}

/**
 * Whether what a calendar has of an event is the event itself, which all copies follow. What was
 * imported has an id of its own form, and stays private.
 */
export const isShared = (
  { id = '', organizer, privateCopy, eventType = 'default' }: Told,
  calendarId: string,
): boolean =>
  organizer?.email === calendarId && !privateCopy && eventType === 'default' && !id.startsWith('_')
