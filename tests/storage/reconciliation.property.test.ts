import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Action, AttendeeScene, guestsCount, type Loss } from '../support/attendee-scene.ts'
import { HeldSite } from '../support/held-site.ts'

const runs = 20

// Mostly the same event and guest, so that what happens to them meets.
const event = fc.constantFrom(0, 0, 0, 0, 1, 1, 2)
const guest = fc.constantFrom(0, 0, 0, 1, 2)
const text = fc.constantFrom('a', 'b', 'c')
const hour = fc.constantFrom(8, 10, 12)
const answer = fc.record(
  {
    responseStatus: fc.constantFrom('accepted', 'declined', 'tentative'),
    comment: text,
    additionalGuests: fc.constantFrom(1, 2),
  },
  { requiredKeys: ['responseStatus'] },
)
const change = fc.oneof(
  fc.record({ summary: text }),
  fc.record({ description: text }),
  fc.record({ location: text }),
  fc.record({ hour }),
)
const personal = fc.oneof(
  fc.record({ colorId: fc.constantFrom('4', '7') }),
  fc.record({ visibility: fc.constantFrom('private', 'public') }),
  fc.record({ transparency: fc.constantFrom('transparent', 'opaque') }),
  fc.record({ note: text }),
  fc.record({ minutes: fc.constantFrom(5, 15) }),
)

const byOrganizer = fc.oneof(
  fc.record({ act: fc.constant('change' as const), event, change }),
  fc.record({ act: fc.constant('list' as const), event, guests: fc.subarray([0, 1, 2, 3, 5]) }),
  fc.record({ act: fc.constant('allow' as const), event, isAllowed: fc.boolean() }),
  fc.record({ act: fc.constant('cancel' as const), event }),
  fc.record({ act: fc.constant('restore' as const), event }),
  fc.record({ act: fc.constant('move' as const), event }),
)
const byGuest = fc.oneof(
  fc.record({ act: fc.constant('respond' as const), event, guest, answer }),
  fc.record({ act: fc.constant('invite' as const), event, guest, other: fc.nat(guestsCount + 2) }),
  fc.record({ act: fc.constant('remove' as const), event, guest, other: fc.nat(guestsCount + 2) }),
  fc.record({ act: fc.constant('edit' as const), event, guest, change }),
  fc.record({ act: fc.constant('personalize' as const), event, guest, personal }),
  fc.record({ act: fc.constant('leave' as const), event, guest }),
  fc.record({ act: fc.constant('comeBack' as const), event, guest }),
  fc.record({ act: fc.constant('import' as const), event, guest }),
)
/** Which of the jobs that wait runs next, and whether it will run once more. */
const schedule = fc.record({
  act: fc.constant('run' as const),
  place: fc.nat(20),
  isRepeated: fc.boolean(),
})
/** What belongs to somebody goes, with all that is on it. */
const loss = fc.record({
  act: fc.constantFrom<Loss['act']>('deleteDesk', 'clearPrimary', 'deleteGuest', 'deleteOrganizer'),
  guest,
})
const action: fc.Arbitrary<Action> = fc.oneof(
  { arbitrary: byOrganizer, weight: 8 },
  { arbitrary: byGuest, weight: 16 },
  { arbitrary: schedule, weight: 8 },
  { arbitrary: loss, weight: 2 },
)

let site: HeldSite
beforeAll(async () => {
  site = await HeldSite.open()
})
afterAll(() => site[Symbol.asyncDispose]())

it('reconciliations that run late, twice or out of order end as if all had run at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 24, size: 'max' }),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (actions, places, isSettled) => {
        const scene = await AttendeeScene.open(site)
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

const run = (place: number): Action => ({ act: 'run', place, isRepeated: false })

it.each<[string, readonly Action[]]>([
  [
    'a response of somebody who was removed meanwhile does not bring them back',
    [
      { act: 'list', event: 0, guests: [1] },
      { act: 'respond', event: 0, guest: 0, answer: { responseStatus: 'accepted' } },
    ],
  ],
  [
    'a personal change does not repeat a response that the organizer has asked for again',
    [
      { act: 'respond', event: 0, guest: 0, answer: { responseStatus: 'accepted' } },
      run(0),
      run(0),
      { act: 'list', event: 0, guests: [1] },
      { act: 'list', event: 0, guests: [0, 1] },
      { act: 'personalize', event: 0, guest: 0, personal: { colorId: '4' } },
    ],
  ],
  [
    'an edit that was taken over is not made again when the organizer has undone it',
    [
      { act: 'allow', event: 0, isAllowed: true },
      run(0),
      { act: 'edit', event: 0, guest: 0, change: { summary: 'b' } },
      run(0),
      { act: 'change', event: 0, change: { summary: 'a' } },
      { act: 'respond', event: 0, guest: 0, answer: { responseStatus: 'accepted' } },
    ],
  ],
  [
    'a response after coming back counts',
    [
      { act: 'leave', event: 0, guest: 0 },
      run(0),
      run(0),
      { act: 'comeBack', event: 0, guest: 0 },
      { act: 'respond', event: 0, guest: 0, answer: { responseStatus: 'accepted' } },
    ],
  ],
  [
    'a response counts although the event has come to another calendar and back',
    [
      { act: 'move', event: 0 },
      { act: 'move', event: 0 },
      { act: 'respond', event: 0, guest: 0, answer: { responseStatus: 'accepted' } },
    ],
  ],
  [
    'a response to former times is dropped although the event has come to another calendar',
    [
      { act: 'move', event: 0 },
      { act: 'change', event: 0, change: { hour: 10 } },
      { act: 'respond', event: 0, guest: 0, answer: { responseStatus: 'accepted' } },
    ],
  ],
  [
    'copies from before a move end for guests who were removed while a room was asked again',
    [
      { act: 'list', event: 0, guests: [] },
      { act: 'move', event: 0 },
      { act: 'list', event: 0, guests: [3] },
    ],
  ],
  [
    'copies from before a move end with the calendar that the event was moved to',
    [
      { act: 'move', event: 0 },
      { act: 'leave', event: 0, guest: 0 },
      run(0),
      { act: 'deleteDesk', guest: 0 },
    ],
  ],
])('%s', async (_, actions) => {
  const scene = await AttendeeScene.open(site)
  await scene.drain([0])
  for (const each of actions) await scene.perform(each)
  await scene.drain([0])
  await scene.expectAgreement()
})

it("a request ends with its copy when the organizer's calendar is deleted", async () => {
  const scene = await AttendeeScene.open(site)
  await scene.drain([0])
  await scene.perform({ act: 'move', event: 0 })
  await scene.drain([0])
  const answer = { responseStatus: 'accepted' }
  await scene.perform({ act: 'respond', event: 0, guest: 0, answer })
  await scene.perform({ act: 'deleteDesk', guest: 0 })
  await scene.perform(run(0))
  await scene.expectShownTo(0)
  await scene.drain([0])
  await scene.expectAgreement()
})
