import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { CalendarProgram, hour, ics, lunch, vevent } from '../support/caldav.ts'
import { eventsOf, walk } from '../support/imported-events.ts'
import { onEveryEngine } from '../support/sites.ts'

/** What iCalendar can say and events cannot. */
const rich = [
  'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
  'CATEGORIES:Food,Fun',
  'URL:https://example.com/lunch',
  'ATTACH;FMTTYPE=application/pdf:https://example.com/menu.pdf',
  'GEO:48.1;11.5',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'DESCRIPTION:Go',
  'TRIGGER:-PT15M',
  'X-WR-ALARMUID:1',
  'END:VALARM',
  'BEGIN:VALARM',
  'ACTION:AUDIO',
  'TRIGGER;VALUE=DATE-TIME:20260504T080000Z',
  'END:VALARM',
]

onEveryEngine('objects of CalDAV that say more than events', (site) => {
  const program = async () => new CalendarProgram(await site.user())

  it('keep what events cannot say when the API changes them', async () => {
    const mine = await program()
    const path = `${mine.calendar()}lunch.ics`
    const put = await mine.put(path, lunch('Lunch', ...rich))
    const [event] = (await walk(mine.user, eventsOf('primary'))).items
    await mine.user.patch(`${eventsOf('primary')}/${event!.id}`, { summary: 'Late lunch' })
    const { text, headers } = await mine.call('GET', path)
    expect(headers.etag).not.toBe(put.headers.etag)
    expect(text).toContain('SUMMARY:Late lunch')
    for (const line of rich) expect(text.replaceAll('\r\n ', '')).toContain(line)
  })

  it('keep what alarms of one instance say', async () => {
    const mine = await program()
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Go', 'TRIGGER:-PT15M']
    const series = (...instances: string[]) =>
      ics(
        vevent('UID:a', ...hour, 'RRULE:FREQ=DAILY;COUNT=5', ...alarm, 'END:VALARM'),
        ...instances,
      )
    const dismissed = ['ACKNOWLEDGED:20260504T090000Z', 'END:VALARM']
    const instance = vevent(
      ...['UID:a', 'RECURRENCE-ID:20260504T100000Z', ...hour, ...alarm, ...dismissed],
    )
    const path = `${mine.calendar()}a.ics`
    await mine.put(path, series())
    await mine.put(path, series(instance))
    const { text } = await mine.call('GET', path)
    expect(text.match(/ACKNOWLEDGED/g)).toHaveLength(1)
    const [event] = (await walk(mine.user, eventsOf('primary'))).items
    await mine.user.patch(`${eventsOf('primary')}/${event!.id}`, { summary: 'Late lunch' })
    expect((await mine.call('GET', path)).text.match(/ACKNOWLEDGED/g)).toHaveLength(1)
    const day = ['DTSTART;VALUE=DATE:20260504', ...alarm]
    const days = ics(
      vevent('UID:b', 'RRULE:FREQ=DAILY;COUNT=5', ...day, 'END:VALARM'),
      vevent('UID:b', 'RECURRENCE-ID;VALUE=DATE:20260504', ...day, ...dismissed),
    )
    await mine.put(`${mine.calendar()}b.ics`, days)
    expect((await mine.call('GET', `${mine.calendar()}b.ics`)).text).toBe(days)
  })

  it('keep what events cannot say on another calendar', async () => {
    const mine = await program()
    await mine.put(`${mine.calendar()}lunch.ics`, lunch('Lunch', ...rich))
    const [event] = (await walk(mine.user, eventsOf('primary'))).items
    const { calendar } = await mine.user.newCalendar({ summary: 'Other' })
    const destination = encodeURIComponent(calendar.id!)
    await mine.user.post(`${eventsOf('primary')}/${event!.id}/move?destination=${destination}`)
    const { status, text } = await mine.call('GET', `${mine.calendar(calendar.id)}lunch.ics`)
    expect(status).toBe(200)
    for (const line of rich) expect(text.replaceAll('\r\n ', '')).toContain(line)
    expect((await mine.call('GET', `${mine.calendar()}lunch.ics`)).status).toBe(404)
  })

  it('have versions of what events cannot say', async () => {
    const mine = await program()
    const path = `${mine.calendar()}lunch.ics`
    const second = await mine.put(path, lunch('x'))
    // What events cannot say counts as well.
    const third = await mine.put(path, lunch('x', 'X-MOOD:good'))
    expect(third.headers.etag).not.toBe(second.headers.etag)
  })

  it('come back with the mark of a byte order that was sent', async () => {
    const mine = await program()
    const text = `\uFEFF${lunch()}`
    const put = await mine.put(`${mine.calendar()}lunch.ics`, text)
    const got = await mine.call('GET', `${mine.calendar()}lunch.ics`)
    expect([got.text, got.headers.etag]).toEqual([text, put.headers.etag])
  })

  it.each([
    ['without a zone', 'DTSTART:20260504T100000'],
    ['in a zone that is UTC', 'DTSTART;TZID=Etc/UTC:20260504T100000'],
    ['in another spelling of a zone', 'DTSTART;TZID=europe/berlin:20260504T100000'],
    ['that the clock skips', 'DTSTART;TZID=Europe/Berlin:20260329T023000'],
  ])('come back as they were sent with times %s', async (_, start) => {
    const mine = await program()
    const text = ics(vevent('UID:a', start, 'DURATION:PT1H'))
    const put = await mine.put(`${mine.calendar()}a.ics`, text)
    const got = await mine.call('GET', `${mine.calendar()}a.ics`)
    expect([got.text, got.headers.etag]).toEqual([text, put.headers.etag])
  })

  it.each([
    ['RRULE:FREQ=DAILY;UNTIL=20260510', 'EXDATE;VALUE=DATE:20260506'],
    ['RRULE:FREQ=DAILY;UNTIL=20260510T100000', 'RDATE;TZID=UTC:20260520T100000'],
  ])('come back with %s and %s as they were sent', async (...lines) => {
    const mine = await program()
    const path = `${mine.calendar()}a.ics`
    const text = ics(vevent('UID:a', ...hour, ...lines, 'CATEGORIES:Food'))
    await mine.put(path, text)
    expect((await mine.call('GET', path)).text).toBe(text)
  })

  it('have the alarms of whoever reads them', async () => {
    const [mine, theirs] = [await program(), await program()]
    const scope = { type: 'user', value: theirs.user.email }
    await mine.user.post('/calendars/primary/acl', { role: 'writer', scope })
    const path = `/caldav/v2/${encodeURIComponent(mine.user.email)}/events/lunch.ics`
    const { headers } = await mine.put(path, lunch('Lunch', ...rich))
    const seen = await theirs.call('GET', path)
    expect(seen.text).toContain('CATEGORIES:Food,Fun')
    expect(seen.text).not.toContain('VALARM')
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT5M', 'END:VALARM', 'END:VEVENT']
    await theirs.put(path, seen.text.replace('END:VEVENT', alarm.join('\r\n')))
    expect((await theirs.call('GET', path)).text).toContain('TRIGGER:-PT5M')
    const own = await mine.call('GET', path)
    expect(own.text).toContain('TRIGGER:-PT15M')
    expect(own.text).not.toContain('TRIGGER:-PT5M')
    expect(headers.etag).toBeDefined()
  })

  it('have an etag that stays if others change their own alarms', async () => {
    const [mine, theirs] = [await program(), await program()]
    const scope = { type: 'user', value: theirs.user.email }
    await mine.user.post('/calendars/primary/acl', { role: 'writer', scope })
    const path = `${mine.calendar()}lunch.ics`
    await mine.put(path, lunch('Lunch', ...rich))
    const before = await mine.call('GET', path)
    const [event] = (await walk(mine.user, eventsOf('primary'))).items
    const reminders = { useDefault: false, overrides: [{ method: 'popup', minutes: 3 }] }
    const address = `${eventsOf(mine.user.email)}/${event!.id}`
    expect((await theirs.user.patch(address, { reminders })).status).toBe(200)
    const after = await mine.call('GET', path)
    expect([after.headers.etag, after.text]).toEqual([before.headers.etag, before.text])
    expect((await mine.user.patch(address, { reminders })).status).toBe(200)
    const own = await mine.call('GET', path)
    expect(own.headers.etag).not.toBe(before.headers.etag)
    expect(own.text).toContain('TRIGGER:-PT3M')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('keep what iCalendar cannot say when a program changes them', async () => {
    const mine = await program()
    const created = await mine.user.post(`${eventsOf('primary')}`, {
      summary: 'Plan',
      colorId: '5',
      start: { dateTime: '2026-05-04T10:00:00Z' },
      end: { dateTime: '2026-05-04T11:00:00Z' },
      extendedProperties: { private: { key: 'value' } },
    })
    const path = `${mine.calendar()}${created.json.id}.ics`
    const { text, headers } = await mine.call('GET', path)
    const changed = text.replace('SUMMARY:Plan', 'SUMMARY:New plan')
    const put = await mine.put(path, changed, { 'If-Match': headers.etag! })
    expect(put.status).toBe(204)
    expect((await mine.user.get(`${eventsOf('primary')}/${created.json.id}`)).json).toMatchObject({
      summary: 'New plan',
      colorId: '5',
      extendedProperties: { private: { key: 'value' } },
      reminders: { useDefault: true },
    })
  })

  it('keep characters that iCalendar lacks in texts that a program sends back', async () => {
    const mine = await program()
    const description = 'One\r\n\tTwo\n'
    const { json } = await mine.user.post(`${eventsOf('primary')}`, {
      ...{ summary: ' Plan', description, location: '\t' },
      start: { dateTime: '2026-05-04T10:00:00Z' },
      end: { dateTime: '2026-05-04T11:00:00Z' },
    })
    const path = `${mine.calendar()}${json.id}.ics`
    const { text } = await mine.call('GET', path)
    const read = async () => (await mine.user.get(`${eventsOf('primary')}/${json.id}`)).json
    await mine.put(path, text.replace('SUMMARY:Plan', 'SUMMARY:New plan'))
    expect(await read()).toMatchObject({ summary: 'New plan', description, location: '\t' })
    await mine.put(path, text.replace('One\\n Two', 'One\\n Three'))
    expect(await read()).toMatchObject({ summary: 'Plan', description: 'One\n Three' })
  })

  it('keep long descriptions that the API has set', async () => {
    const mine = await program()
    const description = 'Minutes, '.repeat(8_000).trim()
    const { json } = await mine.user.post(`${eventsOf('primary')}`, {
      ...{ summary: 'Plan', description },
      start: { dateTime: '2026-05-04T10:00:00Z' },
      end: { dateTime: '2026-05-04T11:00:00Z' },
    })
    const path = `${mine.calendar()}${json.id}.ics`
    const { text } = await mine.call('GET', path)
    const changed = text.replace('SUMMARY:Plan', 'SUMMARY:New plan')
    expect((await mine.put(path, changed)).status).toBe(204)
    const { json: read } = await mine.user.get(`${eventsOf('primary')}/${json.id}`)
    expect(read).toMatchObject({ summary: 'New plan', description })
  })

  it('have documented properties for what iCalendar cannot say', async () => {
    const mine = await program()
    const said = {
      colorId: '5',
      extendedProperties: { private: { 'a=b;c': 'x,\\ "y"\n\tz' }, shared: { team: 'Grün 😀' } },
      source: { url: 'https://example.com/a?b=1,2', title: 'A; B' },
      guestsCanModify: true,
      guestsCanInviteOthers: false,
      guestsCanSeeOtherGuests: false,
      anyoneCanAddSelf: true,
    }
    const fixed = {
      attachments: [{ fileUrl: 'https://example.com/a.pdf', title: 'A, B', mimeType: 'a/b' }],
      attendees: [
        { email: 'a@elsewhere.test', comment: 'Late; sorry', responseStatus: 'tentative' },
      ],
    }
    const conferenceData = {
      createRequest: { requestId: 'a', conferenceSolutionKey: { type: 'hangoutsMeet' } },
    }
    const { json } = await mine.user.post(
      `${eventsOf('primary')}?supportsAttachments=true&conferenceDataVersion=1`,
      {
        ...{ ...said, ...fixed, conferenceData, summary: 'Plan' },
        start: { dateTime: '2026-05-04T10:00:00Z' },
        end: { dateTime: '2026-05-04T11:00:00Z' },
      },
    )
    const event = async () =>
      (await mine.user.get(`${eventsOf('primary')}/${json.id}`)).json as Record<string, unknown>
    const path = `${mine.calendar()}${json.id}.ics`
    const read = async () => (await mine.call('GET', path)).text.replaceAll('\r\n ', '')
    const text = await read()
    const guide = await readFile('docs/guides/calendar-programs.md', 'utf8')
    const names = [...text.matchAll(/^X-ALMANAC-[A-Z-]+/gm)].map(([name]) => name)
    expect(names).toHaveLength(10)
    for (const name of names) expect(guide).toContain(`\`${name}\``)
    // Sent back, they say the same.
    const renamed = text.replace('SUMMARY:Plan', 'SUMMARY:New plan')
    const before = await event()
    expect((await mine.put(path, renamed)).status).toBe(204)
    const kept = ['id', 'hangoutLink', 'conferenceData', ...Object.keys({ ...said, ...fixed })]
    for (const name of kept) expect((await event())[name]).toEqual(before[name])
    expect(await event()).toMatchObject({ ...said, summary: 'New plan' })
    // A program can change them, and leave them out.
    const changed = renamed
      .replace('COLOR-ID:5', 'COLOR-ID:7')
      .replace('GUESTS-CAN-MODIFY:true', 'GUESTS-CAN-MODIFY:false')
      .replace('Grün', 'Blau')
    expect((await mine.put(path, changed)).status).toBe(204)
    const { private: own } = said.extendedProperties
    const extendedProperties = { private: own, shared: { team: 'Blau 😀' } }
    expect(await event()).toMatchObject({ colorId: '7', extendedProperties })
    expect((await event()).guestsCanModify).toBeUndefined()
    expect((await mine.put(path, changed.replaceAll(/^X-ALMANAC-.*\r\n/gm, ''))).status).toBe(204)
    expect(await event()).toMatchObject({ colorId: '7', extendedProperties, source: said.source })
    expect(await read()).toContain('X-ALMANAC-COLOR-ID:7')
    for (const line of ['COLOR-ID:99', 'EXTENDED-PROPERTIES:x', 'EXTENDED-PROPERTIES:[]']) {
      const bad = changed.replaceAll(/^X-ALMANAC-.*\r\n/gm, '')
      const refused = await mine.put(
        path,
        bad.replace('END:VEVENT', `X-ALMANAC-${line}\r\nEND:VEVENT`),
      )
      expect([line, refused.status]).toEqual([line, 403])
    }
  })

  it('show what events of other types are', async () => {
    const mine = await program()
    const { json } = await mine.user.post(eventsOf('primary'), {
      eventType: 'outOfOffice',
      start: { dateTime: '2026-05-04T10:00:00Z' },
      end: { dateTime: '2026-05-04T11:00:00Z' },
      outOfOfficeProperties: { autoDeclineMode: 'declineNone' },
    })
    const { text } = await mine.call('GET', `${mine.calendar()}${json.id}.ics`)
    const [, type] = /^X-ALMANAC-TYPE:(.*)$/m.exec(text.replaceAll('\r\n ', ''))!
    expect(JSON.parse(type!.replaceAll('\\,', ','))).toEqual({
      eventType: 'outOfOffice',
      outOfOfficeProperties: { autoDeclineMode: 'declineNone' },
    })
  })
})
