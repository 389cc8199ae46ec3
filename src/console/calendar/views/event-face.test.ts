import { expect, it } from 'vitest'
import type { ResponseStatus } from '../wire/types.ts'
import { faceClass, faceColors, responseOf } from './event-face.tsx'

const calendar = { id: 'primary', summary: 'Mine', accessRole: 'owner' } as const
const time = { dateTime: '2027-03-09T09:00:00Z' }
const invited = (responseStatus?: ResponseStatus) => ({
  key: 'one',
  calendar,
  color: '#0b8043',
  event: {
    id: 'one',
    start: time,
    end: time,
    ...(responseStatus && {
      attendees: [
        { email: 'other@example.com', responseStatus: 'accepted' as const },
        { email: 'me@example.com', self: true, responseStatus },
      ],
    }),
  },
})
const infoOf = (occurrence: object) =>
  ({ event: { extendedProps: { occurrence } } }) as unknown as Parameters<typeof faceClass>[0]

it.each(['needsAction', 'tentative', 'declined'] as const)('%s looks unlike accepted', (status) => {
  const occurrence = invited(status)
  expect(responseOf(occurrence)).toBe(status)
  expect(faceClass(infoOf(occurrence))).toBe(`cal-target response-${status}`)
  expect(faceColors(occurrence).contrastColor).toBe('var(--ink)')
})

it.each([undefined, 'accepted'] as const)('%s has the color of the calendar', (status) => {
  expect(faceColors(invited(status))).toEqual({ color: '#0b8043', contrastColor: '#ffffff' })
})
