import fc from 'fast-check'
import { expect, it } from 'vitest'
import { day, hour, primaryEvents } from '../support/event-bodies.ts'
import type { WireBody } from '../support/http.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 12

const text = fc.constantFrom(null, '', 'a', 'b', 'ä🌲')
const flag = fc.constantFrom(null, true, false)

/** Small choices on purpose, so that patches which change nothing come up often. */
const patches = fc.record(
  {
    summary: text,
    description: text,
    location: text,
    colorId: fc.constantFrom(null, '1', '2'),
    status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
    visibility: fc.constantFrom(null, 'default', 'public', 'private'),
    transparency: fc.constantFrom(null, 'opaque', 'transparent'),
    guestsCanModify: flag,
    guestsCanInviteOthers: flag,
    attendees: fc.constantFrom(
      null,
      [],
      [{ email: 'a@x.test' }],
      [{ email: 'b@x.test', optional: true }, { email: 'A@x.test' }],
    ),
    extendedProperties: fc.constantFrom(
      null,
      { private: { a: '1' } },
      { private: { a: null, b: '2' } },
      { shared: null },
      { shared: { a: '1' } },
    ),
    reminders: fc.constantFrom(
      null,
      { useDefault: true, overrides: [] },
      { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
    ),
    source: fc.constantFrom(null, { url: 'https://x.test/' }),
    unknown: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const withTimes = fc
  .tuple(patches, fc.constantFrom({}, hour, day))
  .map(([patch, times]) => ({ ...patch, ...times }))

onEveryEngine('patching events by any means', (site) => {
  it('changes the etag exactly when the event changes', async () => {
    const events = await primaryEvents(site)
    await fc.assert(
      fc.asyncProperty(fc.array(withTimes, { maxLength: 6 }), async (steps) => {
        let before: WireBody = await events.make()
        for (const step of steps) {
          const { json: after } = await events.patch(before.id!, step)
          expect(after.etag === before.etag).toBe(isAlike(after, before))
          expect((await events.get(before.id!)).json).toEqual(after)
          before = after
        }
      }),
      { numRuns: runsOn(site, runs) },
    )
  })

  it('returns the same event when a patch is sent once or twice', async () => {
    const events = await primaryEvents(site)
    await fc.assert(
      fc.asyncProperty(withTimes, withTimes, async (first, second) => {
        const { id } = await events.make()
        await events.patch(id, first)
        const once = await events.patch(id, second)
        const twice = await events.patch(id, second)
        expect(once.status).toBe(200)
        expect(twice.json).toEqual(once.json)
      }),
      { numRuns: runsOn(site, runs) },
    )
  })

  it('returns the same event for a PUT of what a PATCH has created', async () => {
    const events = await primaryEvents(site)
    await fc.assert(
      fc.asyncProperty(withTimes, async (patch) => {
        const { id } = await events.make()
        const { json: patched } = await events.patch(id, patch)
        expect((await events.put(id, patched)).json).toEqual(patched)
      }),
      { numRuns: runsOn(site, runs) },
    )
  })
})

const isAlike = ({ etag: _, ...one }: WireBody, { etag: __, ...other }: WireBody): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
