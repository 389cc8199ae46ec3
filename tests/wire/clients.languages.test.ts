import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { eventsOf, hourOn, newEvent, walk } from '../support/imported-events.ts'
import { onEmbedded } from '../support/sites.ts'

const json = { 'Content-Type': 'application/json; charset=UTF-8' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

onEmbedded('a client', (site) => {
  describe('in Java or .NET', () => {
    it('sends compressed bodies', async () => {
      const user = await site.user()
      const body = gzipSync(JSON.stringify({ summary: 'Packed \u{1f4e6}', ...hourOn(4) }))
      const headers = { ...json, 'Content-Encoding': 'gzip' }
      const reply = await user.post(eventsOf(), body, headers)
      expect([reply.status, reply.json.summary]).toEqual([200, 'Packed \u{1f4e6}'])
      expect((await walk(user, eventsOf())).items).toEqual([reply.json])
    })

    it('patches by a POST with a method override', async () => {
      const user = await site.user()
      const event = await newEvent(user, { location: 'Hall' })
      const headers = { ...json, 'X-HTTP-Method-Override': 'PATCH', 'If-Match': event.etag }
      const path = `${eventsOf()}/${event.id}`
      const patched = await user.post(path, JSON.stringify({ summary: 'Changed' }), headers)
      expect(patched.json).toMatchObject({ summary: 'Changed', location: 'Hall' })
    })
  })

  describe('in Python', () => {
    it('asks long questions by a POST with a form', async () => {
      const user = await site.user()
      const event = await newEvent(user, { summary: 'wanted' })
      await newEvent(user, { summary: 'other' })
      const query = new URLSearchParams([
        ['singleEvents', 'true'],
        ['timeMin', '2026-05-01T00:00:00Z'],
        ['q', `wanted ${'wanted '.repeat(400)}`],
        ['alt', 'json'],
      ]).toString()
      expect(query.length).toBeGreaterThan(2048)
      const headers = { ...form, 'X-HTTP-Method-Override': 'GET' }
      const reply = await user.post(eventsOf(), query, headers)
      expect([reply.status, reply.json.items]).toEqual([200, [event]])
    })
  })

  describe('in Ruby', () => {
    it('sends the parameters of what has no body as a form', async () => {
      const user = await site.user()
      const { calendar } = await user.newCalendar()
      const text = new URLSearchParams({ text: 'Tea', sendUpdates: 'none' }).toString()
      const added = await user.post(`${eventsOf()}/quickAdd`, text, form)
      expect([added.status, added.json.summary]).toEqual([200, 'Tea'])
      const destination = new URLSearchParams({ destination: calendar.id! }).toString()
      const moved = await user.post(`${eventsOf()}/${added.json.id}/move`, destination, form)
      expect([moved.status, moved.json.organizer]).toMatchObject([200, { email: calendar.id }])
    })
  })

  describe('in Go', () => {
    it('names the form of every answer, and looks whether it has changed', async () => {
      const user = await site.user()
      const event = await newEvent(user)
      const path = `${eventsOf()}/${event.id}?alt=json&prettyPrint=false`
      const reply = await user.get(path)
      expect(reply.text).toBe(JSON.stringify(event))
      const unchanged = await user.get(path, { 'If-None-Match': event.etag })
      expect([unchanged.status, unchanged.text]).toEqual([304, ''])
    })
  })

  describe('in PHP', () => {
    it('writes truth as a number or as a word', async () => {
      const user = await site.user()
      await newEvent(user, { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] })
      for (const [truth, count] of [
        ['true', 3],
        ['1', 3],
        ['false', 1],
        ['0', 1],
      ] as const) {
        const { status, json: found } = await user.get(`${eventsOf()}?singleEvents=${truth}`)
        expect([truth, status, found.items?.length]).toEqual([truth, 200, count])
      }
    })
  })

  describe('that administers a domain', () => {
    it('moves events without looking at the answer', async () => {
      const user = await site.user()
      const { calendar } = await user.newCalendar()
      const event = await newEvent(user)
      const query = `destination=${encodeURIComponent(calendar.id!)}&fields=`
      const { status, text } = await user.post(`${eventsOf()}/${event.id}/move?${query}`)
      expect([status, text]).toEqual([200, '{}'])
    })
  })

  describe('that keeps files of events', () => {
    it('finds by a property of its own what it has put there', async () => {
      const user = await site.user()
      const mine = (uid: string) => ({ extendedProperties: { private: { source: 'file', uid } } })
      const [one] = [await newEvent(user, mine('1')), await newEvent(user, mine('2'))]
      await newEvent(user)
      const query = 'singleEvents=true&privateExtendedProperty='
      const all = await user.get(`${eventsOf()}?${query}source%3Dfile`)
      expect(all.json.items).toHaveLength(2)
      const found = await user.get(`${eventsOf()}?${query}uid%3D1`)
      expect(found.json.items).toEqual([one])
      const path = `${eventsOf()}/${one!.id}`
      const { json: kept } = await user.put(path, { ...one, summary: 'Kept up', ...mine('1') })
      expect(kept).toMatchObject({ id: one!.id, summary: 'Kept up' })
    })
  })
})
