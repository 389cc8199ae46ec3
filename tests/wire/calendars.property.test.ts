import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { WireBody } from '../support/http.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 12

const text = fc.option(fc.constantFrom('', 'a', 'b', 'ä🌲'), { nil: null })
const solutions = fc.subarray(['eventHangout', 'eventNamedHangout', 'hangoutsMeet'])

/** Small choices on purpose, so that patches which change nothing come up often. */
const patches = fc.record(
  {
    summary: fc.constantFrom('Work', 'Home'),
    description: text,
    location: text,
    timeZone: fc.constantFrom(null, 'Etc/GMT', 'Asia/Tokyo'),
    conferenceProperties: fc.option(fc.record({ allowedConferenceSolutionTypes: solutions }), {
      nil: null,
    }),
    labelProperties: fc.option(
      fc.constantFrom(
        { eventLabels: [] },
        {
          eventLabels: [
            { id: '0b9f6f1e-6e56-4a7a-9d56-0c3a4a1c2d3e', name: 'a', backgroundColor: '#00ff00' },
          ],
        },
      ),
      { nil: null },
    ),
    unknown: fc.jsonValue(),
  },
  { requiredKeys: [] },
)

onEveryEngine('patching by any means', (site) => {
  it('changes the etag exactly when the calendar changes', async () => {
    const user = await site.user()
    await fc.assert(
      fc.asyncProperty(fc.array(patches, { maxLength: 6 }), async (steps) => {
        const { calendar, path } = await user.newCalendar()
        let before = calendar
        for (const step of steps) {
          const { json: after } = await user.patch(path, step)
          expect(after.etag === before.etag).toBe(isAlike(after, before))
          expect((await user.get(path)).json).toEqual(after)
          before = after
        }
      }),
      { numRuns: runsOn(site, runs) },
    )
  })

  it('returns the same calendar when a patch is sent once or twice', async () => {
    const user = await site.user()
    await fc.assert(
      fc.asyncProperty(patches, patches, async (first, second) => {
        const { path } = await user.newCalendar()
        await user.patch(path, first)
        const once = await user.patch(path, second)
        const twice = await user.patch(path, second)
        expect(once.status).toBe(200)
        expect(twice.json).toEqual(once.json)
      }),
      { numRuns: runsOn(site, runs) },
    )
  })

  it('returns the same calendar for a PUT of what a PATCH has created', async () => {
    const user = await site.user()
    await fc.assert(
      fc.asyncProperty(patches, async (patch) => {
        const { path } = await user.newCalendar()
        const { json: patched } = await user.patch(path, patch)
        expect((await user.put(path, patched)).json).toEqual(patched)
      }),
      { numRuns: runsOn(site, runs) },
    )
  })
})

const isAlike = ({ etag: _, ...one }: WireBody, { etag: __, ...other }: WireBody): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
