import { expect, it } from 'vitest'
import { answer, answersIn, invite, people } from '../support/guests.ts'
import { expectRefusal } from '../support/refusal.ts'
import { mondayStarts, mondays } from '../support/series-bodies.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const at = (id: string, index: number) => `${id}_${mondayStarts[index]}`
const refused = { status: 403, reason: 'limitExceeded', domain: 'usageLimits' }

onEmbeddedServer(
  'a series that has all copies it can have',
  (site) => {
    it('differs in no more places, but can be changed, thinned out and ended', async () => {
      const [ann, bob, eve] = await people(site, 3)
      const { id } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
      for (const index of [0, 1]) await ann!.patch(at(id, index), { summary: 'Special' })
      const { items } = await bob!.list('?singleEvents=true')
      expectRefusal(await ann!.patch(at(id, 2), { summary: 'Special' }), refused)
      expect((await bob!.list('?singleEvents=true')).items).toEqual(items)
      const { status } = await ann!.patch(id, { location: 'Bern' })
      expect(status).toBe(200)
      expect(await bob!.read(at(id, 1))).toMatchObject({ location: 'Bern', summary: 'Special' })
      await answer(bob!, id, { responseStatus: 'accepted' })
      expect(answersIn(await eve!.read(id))[bob!.calendarId]).toBe('accepted')
      expect((await ann!.delete(at(id, 3))).status).toBe(204)
      expect((await bob!.list('?singleEvents=true')).items).toHaveLength(3)
      expect((await ann!.delete(id)).status).toBe(204)
      expect((await bob!.list()).items).toEqual([])
    })

    it('is not changed by attendees in more places, who can leave all the same', async () => {
      const [ann, bob, eve] = await people(site, 3)
      const { id } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
      for (const index of [0, 1]) await ann!.patch(at(id, index), { summary: 'Special' })
      const accepted = { attendees: [{ email: bob!.calendarId, responseStatus: 'accepted' }] }
      expectRefusal(await bob!.patch(at(id, 2), accepted), refused)
      expect((await bob!.patch(at(id, 1), accepted)).status).toBe(200)
      expect(answersIn(await ann!.read(at(id, 1)))[bob!.calendarId]).toBe('accepted')
      expect((await bob!.delete(at(id, 3))).status).toBe(204)
      expect(answersIn(await ann!.read(at(id, 3)))[bob!.calendarId]).toBe('declined')
    })

    it('accepts no guests of attendees', async () => {
      const [ann, bob, eve, dan] = await people(site, 4)
      const { id } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
      for (const index of [0, 1]) await ann!.patch(at(id, index), { summary: 'Special' })
      expectRefusal(await bob!.patch(id, invite(bob!, eve!, dan!)), refused)
      expect((await dan!.list()).items).toEqual([])
      expect((await ann!.patch(id, { summary: 'Still followed' })).status).toBe(200)
      expect(await bob!.read(id)).toMatchObject({ summary: 'Still followed' })
    })

    it('accepts no more guests', async () => {
      const [ann, bob, eve, dan] = await people(site, 4)
      const { id } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
      for (const index of [0, 1]) await ann!.patch(at(id, index), { summary: 'Special' })
      expectRefusal(await ann!.patch(id, invite(bob!, eve!, dan!)), refused)
      expect((await dan!.list()).items).toEqual([])
      expect((await ann!.patch(id, invite(bob!))).status).toBe(200)
      expect((await ann!.patch(id, invite(bob!, dan!))).status).toBe(200)
      expect((await dan!.list('?singleEvents=true')).items).toHaveLength(4)
    })
  },
  { ALMANAC_COPIES_PER_EVENT_MAX: '6' },
)
