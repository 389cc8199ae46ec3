import { expect, it } from 'vitest'
import { HeldQueue, HeldSite } from '../../../../tests/support/held-site.ts'

const organizer = 'organizer@example.com'
const guest = 'guest@example.com'
const events = '/calendar/v3/calendars/primary/events'

const at = (hour: number) => ({
  start: { dateTime: `2030-05-04T${hour}:00:00Z`, timeZone: 'UTC' },
  end: { dateTime: `2030-05-04T${hour + 1}:00:00Z`, timeZone: 'UTC' },
})

it('an absence declines events that moved into it, in any order of reconciliation', async () => {
  await using site = await HeldSite.open()
  const queue = new HeldQueue(site)
  for (const email of [organizer, guest]) await site.core.directory.create({ email })
  const call = async (as: string, method: 'POST' | 'PATCH', path: string, body: object) => {
    const { status } = await site.call({ as, method, target: `${events}${path}`, body })
    expect(status).toBe(200)
    queue.take()
  }
  const drain = async (place: number) => {
    while (!queue.isEmpty) await queue.runNext({ place })
  }
  const autoDeclineMode = 'declineOnlyNewConflictingInvitations'
  const outOfOfficeProperties = { autoDeclineMode, declineMessage: 'Away' }
  const absence = { eventType: 'outOfOffice', outOfOfficeProperties, ...at(14) }
  await call(guest, 'POST', '', absence)
  await call(organizer, 'POST', '', { id: 'first', ...at(10), attendees: [{ email: guest }] })
  await drain(0)
  await call(organizer, 'PATCH', '/first', at(14))
  // The guest has not seen that yet, and the job of the response runs before that of the move.
  const attendees = [{ email: guest, responseStatus: 'accepted' }]
  await call(guest, 'PATCH', '/first', { attendees })
  await drain(1)
  const { json } = await site.call({ as: organizer, method: 'GET', target: `${events}/first` })
  expect(json.attendees).toEqual([{ email: guest, responseStatus: 'declined', comment: 'Away' }])
})
