import { describe, expect, it } from 'vitest'
import { CalendarEvents } from '../support/event-bodies.ts'
import { send } from '../support/http.ts'
import { MailReceiver } from '../support/mail-receiver.ts'
import { eventIn, outboxOf } from '../support/outbox.ts'
import { wireEngines } from '../support/server.ts'
import { WireUser } from '../support/wire-user.ts'

const [ann, bob] = ['ann@elsewhere.test', 'bob@elsewhere.test']
const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }

for (const engine of wireEngines) {
  describe(`invitations of a server with a mail server on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('arrive exactly once for each recipient and change, with a part to act on', async () => {
      await using receiver = await MailReceiver.open()
      await using place = await engine.place()
      const server = await place.start({ ALMANAC_SMTP_URL: receiver.url })
      const at = { base: server.base, paths }
      const events = new CalendarEvents(new WireUser(at, await server.mint()), 'primary')
      const attendees = [{ email: ann }, { email: bob }]

      const event = await events.make({ attendees }, '?sendUpdates=all')
      await events.patch(event.id, { summary: 'Dinner' }, '?sendUpdates=all')
      await events.patch(event.id, { summary: 'Dinner' }, '?sendUpdates=all')
      await events.delete(event.id, '?sendUpdates=all')
      const shown = await outboxOf({ call: (path) => send(`${server.base}${path}`) })
      expect(shown.map(({ state, attempts }) => [state, attempts])).toEqual(
        Array(6).fill(['sent', 1]),
      )
      expect(await server.stop()).toBe(0)

      const arrived = receiver.received.map(({ to, parsed }) => [...to, parsed.subject]).sort()
      const subjects = [
        'Cancelled event: Dinner',
        'Invitation: Lunch',
        'Updated invitation: Dinner',
      ]
      expect(arrived).toEqual([ann, bob].flatMap((to) => subjects.map((text) => [to, text])))
      const ids = receiver.received.map(({ parsed }) => parsed.messageId)
      expect(new Set(ids).size).toBe(6)
      for (const { parsed } of receiver.received) {
        expect(parsed.replyTo).toMatchObject([{ address: events.user.email }])
        const method = /^Cancelled/.test(parsed.subject!) ? 'CANCEL' : 'REQUEST'
        expect(calendarsIn(parsed.attachments)).not.toEqual([])
        for (const calendar of calendarsIn(parsed.attachments)) {
          const vevent = eventIn(calendar)
          expect(vevent.parent!.getFirstPropertyValue('method')).toBe(method)
          expect(vevent.getFirstPropertyValue('uid')).toBe(event.iCalUID)
        }
      }
    })
  })
}

type Attachments = MailReceiver['received'][number]['parsed']['attachments']

/** The iCalendar texts that a mail carries. */
const calendarsIn = (attachments: Attachments): string[] =>
  attachments
    .filter(({ mimeType }) => mimeType === 'text/calendar' || mimeType === 'application/ics')
    .map(({ content }) =>
      typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString(),
    )
