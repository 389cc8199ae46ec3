import { expect, it } from 'vitest'
import { answer, answersIn, invite, people, sharedPart } from '../support/guests.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

const rounds = 5

onServers('people who invite each other at the same time', (site) => {
  it('never get in each other’s way', async () => {
    const everybody = await people(site, 4)
    const writes = everybody.map(async (organizer, index) => {
      const guests = everybody.filter((_, other) => other !== index)
      for (let round = 0; round < rounds; round++) {
        const event = await organizer.make({ ...invite(...guests), summary: `${index} ${round}` })
        const changed = await organizer.patch(event.id, { summary: `again ${index} ${round}` })
        expect(changed.status).toBe(200)
        const answers = guests.map((guest) =>
          answer(guest, event.id, { responseStatus: 'accepted' }),
        )
        await Promise.all(answers)
      }
    })
    await Promise.all(writes)
    const lists = await Promise.all(everybody.map((one) => one.list('?maxResults=2500')))
    const [first, ...others] = lists.map(
      ({ items }) => new Map(items.map((item) => [item.id, sharedPart(item)])),
    )
    expect(first!.size).toBe(everybody.length * rounds)
    for (const other of others) expect(other).toEqual(first)
    for (const event of first!.values()) {
      expect(Object.values(answersIn(event))).toEqual(Array(3).fill('accepted'))
    }
    expect((await runAlmanac(['check'], site.place.environment)).stdout).toBe(
      'No problems found.\n',
    )
  })
})
