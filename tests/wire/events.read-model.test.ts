import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { until } from '../support/calling.ts'
import { EventCalendar } from '../support/listed-events.ts'
import { wireEngines } from '../support/server.ts'
import { WireUser } from '../support/wire-user.ts'

const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }

const hour = fc.integer({ min: 0, max: 23 })
const day = fc.integer({ min: 1, max: 28 })
const at = (d: number, h: number) =>
  `2031-03-${String(d).padStart(2, '0')}T${String(h).padStart(2, '0')}:00:00Z`

const times = fc.tuple(day, hour, fc.integer({ min: 1, max: 3 })).map(([d, h, length]) => ({
  start: { dateTime: at(d, h), timeZone: 'Europe/Berlin' },
  end: { dateTime: at(d + length, h), timeZone: 'Europe/Berlin' },
}))

const event = fc
  .tuple(
    fc.constantFrom('default', 'private', 'public'),
    times,
    fc.constantFrom(undefined, 'RRULE:FREQ=DAILY;COUNT=5', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    fc.constantFrom('opaque', 'transparent'),
  )
  .map(([visibility, when, rule, transparency]) => ({
    summary: `Äpfel ${visibility}`,
    visibility,
    transparency,
    ...when,
    ...(rule && { recurrence: [rule] }),
  }))

const action = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), event }),
  fc.record({ kind: fc.constant('patch' as const), which: fc.nat(), event }),
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }),
)

const query = fc.record(
  {
    singleEvents: fc.boolean(),
    timeMin: fc.tuple(day, hour).map(([d, h]) => at(d, h)),
    timeZone: fc.constantFrom('Asia/Tokyo', 'Europe/Berlin'),
    maxResults: fc.constantFrom(2, 50),
    showDeleted: fc.boolean(),
    maxAttendees: fc.constantFrom(1),
  },
  { requiredKeys: [] },
)

const steps = fc.array(fc.tuple(action, fc.array(query, { minLength: 1, maxLength: 3 })), {
  minLength: 3,
  maxLength: 8,
})

for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  describe(`the read model of a process on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('shows what a process without one shows, to every caller, while both write', async () => {
      await using place = await engine.place()
      const [held, plain] = await Promise.all([
        place.startProcess(),
        place.startProcess({ ALMANAC_READ_MODEL_MB: '0' }),
      ])
      const who = await held.mint()
      const [owner, ownerElsewhere] = [held, plain].map(
        ({ base }) => new WireUser({ base, paths }, who),
      ) as [WireUser, WireUser]
      const { calendar } = await owner.newCalendar()
      const calendars = [
        new EventCalendar(owner, calendar.id!),
        new EventCalendar(ownerElsewhere, calendar.id!),
      ] as const
      const callers: (readonly [WireUser, WireUser])[] = [[owner, ownerElsewhere]]
      for (const role of ['reader', 'freeBusyReader']) {
        const guest = await held.mint()
        const [here, there] = [held, plain].map(
          ({ base }) => new WireUser({ base, paths }, guest),
        ) as [WireUser, WireUser]
        await calendars[0].share(here, role)
        callers.push([here, there])
      }
      const metricsAfterList = async () => {
        await calendars[0].list({})
        return (await fetch(`${held.base}/metrics`)).text()
      }
      const isHit = /^almanac_read_model_hits_total [1-9]/m
      await until(metricsAfterList, (text) => isHit.test(text))
      let ids: string[] = []
      await fc.assert(
        fc.asyncProperty(steps, async (list) => {
          for (const [index, [change, queries]] of list.entries()) {
            const writer = calendars[index % 2]!
            const id = change.kind === 'add' ? undefined : ids[change.which % ids.length]
            if (change.kind === 'add') ids.push((await writer.add(change.event)).id)
            else if (id !== undefined && change.kind === 'patch')
              await writer.patch(id, change.event)
            else if (id !== undefined) {
              await writer.remove(id)
              ids = ids.filter((other) => other !== id)
            }
            for (const query of queries) {
              for (const [here, there] of callers) {
                const [found, expected] = await Promise.all([
                  calendars[0].list(query, here),
                  calendars[1].list(query, there),
                ])
                expect(comparable(found)).toEqual(comparable(expected))
              }
            }
          }
        }),
        { numRuns: 6 },
      )
    })
  })
}

/** Links name the host that was called, and tokens are sealed anew each time. */
const comparable = (page: object) =>
  JSON.parse(
    JSON.stringify(page, (name, value) =>
      ['htmlLink', 'nextPageToken', 'nextSyncToken'].includes(name) ? undefined : value,
    ),
  )
