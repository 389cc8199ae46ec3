import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HeldSite } from '../support/held-site.ts'
import { type SeriesAction, SeriesScene } from '../support/series-scene.ts'

const runs = 40

const originalStart = fc.constantFrom(0, 0, 1)
const where = fc.oneof(fc.constant('series' as const), originalStart)
const guest = fc.constantFrom(0, 0, 0, 1, 2)

const byOrganizer = fc.oneof(
  fc.record({ act: fc.constant('rename' as const), where, summary: fc.constantFrom('a', 'b') }),
  fc.record({ act: fc.constant('list' as const), where, guests: fc.subarray([0, 1, 2]) }),
  fc.record({
    act: fc.constant('reschedule' as const),
    originalStart,
    hour: fc.constantFrom(8, 10),
  }),
  fc.record({ act: fc.constant('cancel' as const), where }),
  fc.record({ act: fc.constant('restore' as const), where }),
)
const byGuest = fc.oneof(
  fc.record({
    act: fc.constant('respond' as const),
    where,
    guest,
    answer: fc.constantFrom('accepted', 'tentative', 'declined'),
  }),
  fc.record({ act: fc.constant('leave' as const), where, guest }),
  fc.record({ act: fc.constant('comeBack' as const), where, guest }),
)
const schedule = fc.record({
  act: fc.constant('run' as const),
  place: fc.nat(20),
  isRepeated: fc.boolean(),
})
const action: fc.Arbitrary<SeriesAction> = fc.oneof(byOrganizer, byGuest, schedule)

let site: HeldSite
beforeAll(async () => {
  site = await HeldSite.open()
})
afterAll(() => site[Symbol.asyncDispose]())

it('reconciliations of a series that run late, twice or out of order end as if all had run at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 20, size: 'max' }),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (actions, places, isSettled) => {
        const scene = await SeriesScene.open(site)
        if (isSettled) await scene.drain(places)
        for (const each of actions) await scene.perform(each)
        await scene.drain(places)
        await scene.expectAgreement()
      },
    ),
    { numRuns: runs },
  )
  expect(await site.core.problems()).toEqual([])
})

const run = (place: number): SeriesAction => ({ act: 'run', place, isRepeated: false })

it.each<[string, readonly SeriesAction[]]>([
  [
    'an instance that its attendee has deleted stays away when the series is restored',
    [
      { act: 'leave', where: 0, guest: 0 },
      run(0),
      { act: 'cancel', where: 'series' },
      run(0),
      { act: 'restore', where: 'series' },
    ],
  ],
  [
    'an instance that was deleted after declining the series stays away when that changes',
    [
      { act: 'respond', where: 'series', guest: 0, answer: 'declined' },
      run(0),
      run(0),
      { act: 'leave', where: 0, guest: 0 },
      run(0),
      { act: 'rename', where: 'series', summary: 'b' },
    ],
  ],
  [
    'an instance that its attendee has deleted stays away when it is restored',
    [
      { act: 'leave', where: 0, guest: 0 },
      run(0),
      run(0),
      { act: 'cancel', where: 0 },
      run(0),
      { act: 'restore', where: 0 },
    ],
  ],
  [
    'instances show what they have missed when a series is taken back',
    [
      { act: 'respond', where: 0, guest: 0, answer: 'accepted' },
      { act: 'reschedule', originalStart: 0, hour: 10 },
      { act: 'leave', where: 'series', guest: 0 },
      run(0),
      run(0),
      { act: 'comeBack', where: 'series', guest: 0 },
    ],
  ],
  [
    'an instance that its attendee has deleted ends with their invitation to the series',
    [
      { act: 'list', where: 1, guests: [1] },
      { act: 'leave', where: 1, guest: 1 },
      { act: 'list', where: 'series', guests: [] },
    ],
  ],
  [
    'whoever leaves a series that they have declined declines the instances that they have accepted',
    [
      { act: 'respond', where: 'series', guest: 0, answer: 'declined' },
      { act: 'respond', where: 0, guest: 0, answer: 'accepted' },
      run(0),
      run(0),
      run(0),
      { act: 'leave', where: 'series', guest: 0 },
    ],
  ],
  [
    'a response to an outdated time of an instance is dropped, even if it had no attendees when it was rescheduled',
    [
      { act: 'list', where: 'series', guests: [] },
      { act: 'reschedule', originalStart: 1, hour: 10 },
      { act: 'list', where: 'series', guests: [0] },
      { act: 'respond', where: 1, guest: 0, answer: 'accepted' },
    ],
  ],
])('%s', async (_, actions) => {
  const scene = await SeriesScene.open(site)
  await scene.drain([0])
  for (const each of actions) await scene.perform(each)
  await scene.drain([0])
  await scene.expectAgreement()
})
