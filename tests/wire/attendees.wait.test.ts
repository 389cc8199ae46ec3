import { describe, expect, it } from 'vitest'
import { until } from '../support/calling.ts'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { answersIn, invite, people } from '../support/guests.ts'
import { wireEngines } from '../support/server.ts'
import { onServers, siteOf } from '../support/sites.ts'
import { lockCalendar } from '../support/tampering.ts'

const titlesOf = async (events: CalendarEvents) =>
  (await events.list()).items.map(({ summary }) => summary)

const isOne = (titles: readonly unknown[]) => titles.length === 1

onServers(
  'writes that do not wait for the calendars of attendees',
  (site) => {
    it('are followed by copies, changes of copies and responses soon after', async () => {
      const [ann, bob, cat] = await people(site, 3)
      const { id } = await ann!.make({ summary: 'Lunch', ...invite(bob!, cat!) })
      for (const guest of [bob!, cat!]) await until(() => titlesOf(guest), isOne)
      await bob!.patch(id, {
        attendees: [{ email: bob!.calendarId, responseStatus: 'accepted' }],
        attendeesOmitted: true,
      })
      await ann!.patch(id, { summary: 'Dinner' })
      const accepted = { [bob!.calendarId]: 'accepted', [cat!.calendarId]: 'needsAction' }
      for (const one of [ann!, bob!, cat!]) {
        const event = await until(
          () => one.read(id),
          ({ summary, ...rest }) =>
            summary === 'Dinner' && answersIn(rest)[bob!.calendarId] === 'accepted',
        )
        expect(answersIn(event)).toEqual(accepted)
      }
      await ann!.delete(id)
      for (const guest of [bob!, cat!]) {
        await until(
          () => titlesOf(guest),
          (titles) => titles.length === 0,
        )
      }
    })
  },
  { ALMANAC_ATTENDEE_WAIT_MS: '0' },
)

// Nobody else writes to an embedded database.
for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  const skip = engine.unavailable !== undefined
  describe(`writes on ${engine.name} while the calendar of an attendee is locked`, { skip }, () => {
    it.each(['0', '100'])('are answered after %s ms, and the copy follows', async (waitMs) => {
      await using place = await engine.place()
      const server = await place.start({ ALMANAC_ATTENDEE_WAIT_MS: waitMs })
      const [ann, bob, cat] = await people(siteOf(place, server), 3)
      {
        await using _lock = await lockCalendar(place, bob!.calendarId)
        const event = await ann!.make({ summary: 'Lunch', ...invite(bob!, cat!) })
        const asked = [bob!, cat!].map(({ calendarId }) => [calendarId, 'needsAction'])
        expect(answersIn(event)).toEqual(Object.fromEntries(asked))
        await until(() => titlesOf(cat!), isOne)
        expect(await titlesOf(bob!)).toEqual([])
      }
      expect(await until(() => titlesOf(bob!), isOne)).toEqual(['Lunch'])
    })

    it('are answered with what they wrote, although others wrote later', async () => {
      await using place = await engine.place()
      const [ann, bob] = await people(siteOf(place, await place.start()), 2)
      const { id } = await ann!.make({ summary: 'Lunch', ...invite(bob!) })
      const answers: ReturnType<CalendarEvents['patch']>[] = []
      {
        await using _lock = await lockCalendar(place, bob!.calendarId)
        for (const summary of ['Dinner', 'Breakfast']) {
          answers.push(ann!.patch(id, { summary }))
          await until(
            () => ann!.read(id),
            (event) => event.summary === summary,
          )
        }
      }
      const answered = await Promise.all(answers)
      expect(answered.map(({ json }) => json.summary)).toEqual(['Dinner', 'Breakfast'])
    })
  })
}
