import fc from 'fast-check'
import { expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { eventsOf, newEvent, walk } from '../support/imported-events.ts'
import { sharedCalendar } from '../support/listed-calendars.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onEmbeddedServer, onServers } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const runs = 8

const own = (user: WireUser) => as(user.base, user.token)
const fileOf = (user: WireUser, calendarId = 'primary') =>
  own(user).get(`/almanac/v1/calendars/${calendarId}/export`)
const put = (user: WireUser, text: string, calendarId = 'primary') =>
  own(user).post(`/almanac/v1/calendars/${calendarId}/import`, text, {
    'Content-Type': 'text/calendar; charset=utf-8',
  })

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const hour = ['DTSTART:20260504T100000Z', 'DTEND:20260504T110000Z']

const instancesOf = async (user: WireUser, calendarId: string) =>
  (
    await walk(user, eventsOf(calendarId), {
      singleEvents: 'true',
      orderBy: 'startTime',
      timeMin: '2026-01-01T00:00:00Z',
      timeMax: '2027-01-01T00:00:00Z',
    })
  ).items.map(({ summary, description, location, start, end, attendees, ...rest }) => ({
    summary,
    description,
    location,
    start: start as { dateTime?: string },
    end,
    attendees: (attendees as { email: string; responseStatus: string }[] | undefined)?.map(
      ({ email, responseStatus }) => ({ email, responseStatus }),
    ),
    visibility: rest.visibility,
    transparency: rest.transparency,
    reminders: rest.reminders,
    iCalUID: rest.iCalUID,
  }))

onServers('a calendar as a file', (site) => {
  it('contains every event with its zone, series with what differs, people and alarms', async () => {
    const user = await site.user()
    const { calendar: made } = await user.newCalendar({
      summary: 'Team: Ä/B',
      timeZone: 'Europe/Berlin',
    })
    const id = made.id!
    const series = await newEvent(
      user,
      {
        summary: 'Standup, daily; "short"',
        description: 'One\nTwo',
        location: 'Room 1',
        start: { dateTime: '2026-05-04T09:00:00', timeZone: 'Europe/Berlin' },
        end: { dateTime: '2026-05-04T09:15:00', timeZone: 'Europe/Berlin' },
        recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
        attendees: [{ email: 'guest@elsewhere.example', displayName: 'A "Guest"' }],
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
      },
      id,
    )
    const instances = await walk(user, `${eventsOf(id)}/${series.id}/instances`)
    await user.patch(`${eventsOf(id)}/${instances.items[1]!.id}`, { summary: 'Retro' })
    await user.delete(`${eventsOf(id)}/${instances.items[2]!.id}`)
    await newEvent(
      user,
      { summary: 'Day', start: { date: '2026-06-01' }, end: { date: '2026-06-02' } },
      id,
    )
    const { status, headers, text } = await fileOf(user, id)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Team-_-B.ics"; filename*=UTF-8''Team-%C3%84-B.ics`,
    )
    expect(headers['cache-control']).toBe('no-store')
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const unfolded = text.replaceAll('\r\n ', '')
    for (const expected of [
      'BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin',
      'X-WR-CALNAME:Team: Ä/B',
      'SUMMARY:Standup\\, daily\\; "short"',
      'DESCRIPTION:One\\nTwo',
      'DTSTART;TZID=Europe/Berlin:20260504T090000',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;TZID=Europe/Berlin:20260506T090000',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260505T090000',
      'SUMMARY:Retro',
      'DTSTART;VALUE=DATE:20260601',
      'TRIGGER:-PT10M',
      'mailto:guest@elsewhere.example',
    ]) {
      expect(unfolded).toContain(expected)
    }
    expect(unfolded.match(/BEGIN:VEVENT/g)).toHaveLength(3)
  })

  it('states a recurrence in the type of the start, whatever type the event was sent with', async () => {
    const user = await site.user()
    const recurrence = ['RRULE:FREQ=DAILY;UNTIL=20260610', 'EXDATE:20260609', 'RDATE:20260620']
    const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Berlin' })
    const days = { start: { date: '2026-06-08' }, end: { date: '2026-06-09' } }
    const { id } = await newEvent(user, { ...days, recurrence })
    const linesOf = async () => {
      const lines = (await fileOf(user)).text.split('\r\n')
      // The descriptions of zones have rules as well.
      return lines
        .slice(lines.indexOf('BEGIN:VEVENT'))
        .filter((line) => /^(?:RR|EXD|RD)/.test(line))
    }
    const asDates = [
      'RRULE:FREQ=DAILY;UNTIL=20260610',
      'EXDATE;VALUE=DATE:20260609',
      'RDATE;VALUE=DATE:20260620',
    ]
    const asTimes = [
      'RRULE:FREQ=DAILY;UNTIL=20260610T215959Z',
      'EXDATE;TZID=Europe/Berlin:20260609T090000',
      'RDATE;TZID=Europe/Berlin:20260620T090000',
    ]
    expect(await linesOf()).toEqual(asDates)
    const times = { start: at('2026-06-08T09:00:00'), end: at('2026-06-08T10:00:00') }
    await user.put(`${eventsOf()}/${id}`, { ...times, recurrence })
    expect(await linesOf()).toEqual(asTimes)
    await user.put(`${eventsOf()}/${id}`, { ...days, recurrence: asTimes })
    expect(await linesOf()).toEqual(asDates)
  })

  it('is imported once, and changes nothing the second time', async () => {
    const user = await site.user()
    const text = calendar(
      vevent('UID:a@x', ...hour, 'SUMMARY:First', 'SEQUENCE:1'),
      vevent('UID:s@x', ...hour, 'SUMMARY:Series', 'RRULE:FREQ=DAILY;COUNT=3'),
      vevent(
        'UID:s@x',
        'RECURRENCE-ID:20260505T100000Z',
        'DTSTART:20260505T150000Z',
        'DTEND:20260505T160000Z',
        'SUMMARY:Moved',
      ),
      vevent('UID:s@x', 'RECURRENCE-ID:20260506T100000Z', ...hour, 'STATUS:CANCELLED'),
    )
    const counts = { kind: 'almanac#calendarImport', changed: 0, skipped: 0, problems: [] }
    expect((await put(user, text)).json).toEqual({ ...counts, added: 4, unchanged: 0 })
    const listed = await walk(user, eventsOf())
    expect((await put(user, text)).json).toEqual({ ...counts, added: 0, unchanged: 4 })
    expect((await walk(user, eventsOf())).items).toEqual(listed.items)
    const renamed = text
      .replace('SUMMARY:First', 'SUMMARY:Renamed')
      .replace('SEQUENCE:1', 'SEQUENCE:2')
    expect((await put(user, renamed)).json).toMatchObject({ added: 0, changed: 1, unchanged: 3 })
    const instances = await instancesOf(user, 'primary')
    expect(instances.map(({ summary }) => summary)).toEqual(['Renamed', 'Series', 'Moved'])
    const json = await own(user).post('/almanac/v1/calendars/primary/import', { text: renamed })
    expect(json.json).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
  })

  it('keeps instances apart whose series is not in it, and joins them with a later series', async () => {
    const user = await site.user()
    const instance = (day: string, summary: string) =>
      vevent(
        'UID:lone@elsewhere.example',
        `RECURRENCE-ID:202605${day}T100000Z`,
        `DTSTART:202605${day}T150000Z`,
        `DTEND:202605${day}T160000Z`,
        `SUMMARY:${summary}`,
      )
    const lone = calendar(instance('05', 'One'), instance('06', 'Two'))
    expect((await put(user, lone)).json).toMatchObject({ added: 2, changed: 0, problems: [] })
    expect((await put(user, lone)).json).toMatchObject({ added: 0, unchanged: 2 })
    const summaries = async () => (await instancesOf(user, 'primary')).map(({ summary }) => summary)
    expect(await summaries()).toEqual(['One', 'Two'])
    const series = vevent(
      'UID:lone@elsewhere.example',
      ...hour,
      'RRULE:FREQ=DAILY;COUNT=4',
      'SUMMARY:All',
    )
    expect((await put(user, calendar(series))).json).toMatchObject({ added: 1 })
    expect(await summaries()).toEqual(['All', 'One', 'Two', 'All'])
    const again = calendar(instance('05', 'Other'), series)
    expect((await put(user, again)).json).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
    expect(await summaries()).toEqual(['All', 'Other', 'Two', 'All'])
  })

  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC']
  const words = fc.stringMatching(/^[a-zA-Z0-9ä€😀,;:\\"' ]{0,80}$/u).map((text) => text.trim())
  const event = fc.record({
    summary: words,
    description: words,
    location: words,
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.integer({ min: 1, max: 12 }),
    isAllDay: fc.boolean(),
    zone: fc.constantFrom(...zones),
    rule: fc.constantFrom('', 'FREQ=DAILY;COUNT=5', 'FREQ=WEEKLY;COUNT=4', 'FREQ=MONTHLY;COUNT=3'),
    visibility: fc.constantFrom('default', 'public', 'private'),
    transparency: fc.constantFrom('opaque', 'transparent'),
    minutes: fc.option(fc.integer({ min: 0, max: 40_320 }), { nil: undefined }),
    deleted: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    moved: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('has the same instances after an export and an import', async () => {
    const user = await site.user()
    const two = (number: number) => String(number).padStart(2, '0')
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 6 }), async (drafts) => {
        const [from, to] = [await user.newCalendar(), await user.newCalendar()]
        const source = from.calendar.id!
        for (const draft of drafts) {
          const date = `2026-${two(draft.month)}-${two(draft.day)}`
          const time = (hour: number) =>
            draft.isAllDay
              ? { date: hour === 9 ? date : `2026-${two(draft.month)}-${two(draft.day)}` }
              : { dateTime: `${date}T${two(hour)}:30:00`, timeZone: draft.zone }
          const end = draft.isAllDay
            ? { date: new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10) }
            : time(10)
          const { summary, description, location, visibility, transparency, minutes } = draft
          const made = await newEvent(
            user,
            {
              summary,
              description,
              location,
              visibility,
              transparency,
              start: time(9),
              end,
              ...(draft.rule !== '' && { recurrence: [`RRULE:${draft.rule}`] }),
              ...(minutes !== undefined && {
                reminders: { useDefault: false, overrides: [{ method: 'email', minutes }] },
              }),
            },
            source,
          )
          if (draft.rule === '') continue
          const { items } = await walk(user, `${eventsOf(source)}/${made.id}/instances`)
          if (draft.deleted !== undefined) {
            await user.delete(`${eventsOf(source)}/${items[draft.deleted]!.id}`)
          }
          if (draft.moved !== undefined && draft.moved !== draft.deleted) {
            const path = `${eventsOf(source)}/${items[draft.moved]!.id}`
            await user.patch(path, { summary: 'Moved', location: 'Elsewhere' })
          }
        }
        const file = await fileOf(user, source)
        const { json } = await put(user, file.text, to.calendar.id)
        expect(json).toMatchObject({ skipped: 0, changed: 0 })
        const expected = await instancesOf(user, source)
        expect(await instancesOf(user, to.calendar.id!)).toEqual(expected)
        expect((await put(user, file.text, to.calendar.id)).json).toMatchObject({
          added: 0,
          changed: 0,
          skipped: 0,
        })
        await user.delete(from.path)
        await user.delete(to.path)
      }),
      { numRuns: runs },
    )
  })

  it('masks what is private, as lists do, and is for readers at least', async () => {
    const { owner, guest, calendarId } = await sharedCalendar(site)
    await newEvent(owner, { summary: 'Secret plan', visibility: 'private' }, calendarId)
    await newEvent(owner, { summary: 'Open plan' }, calendarId)
    expect((await fileOf(owner, calendarId)).text).toContain('Secret plan')
    const seen = await fileOf(guest, calendarId)
    expect(seen.text).toContain('Open plan')
    expect(seen.text).not.toContain('Secret plan')
    expect(seen.text).toContain('SUMMARY:Busy')
    expectRefusal(await fileOf(await site.user(), calendarId), notFound)
    const rule = { role: 'freeBusyReader', scope: { type: 'user', value: guest.email } }
    await owner.post(`/calendars/${calendarId}/acl`, rule)
    expectRefusal(await fileOf(guest, calendarId), { status: 403, reason: 'requiredAccessLevel' })
    const narrow = await site.user({ email: owner.email, scopes: ['calendar.events.freebusy'] })
    expectRefusal(await fileOf(narrow), insufficientPermissions)
  })

  it('reports what cannot be imported, and imports the rest', async () => {
    const user = await site.user()
    const text = calendar(
      vevent('UID:good@x', ...hour, 'SUMMARY:Good'),
      vevent(...hour, 'SUMMARY:No UID'),
      vevent('UID:no-start@x', 'SUMMARY:No start'),
      vevent('UID:zone@x', 'DTSTART;TZID=Nowhere:20260504T100000', 'SUMMARY:Zone'),
      vevent('UID:end@x', 'DTSTART:20260504T100000Z', 'DTEND:20260503T100000Z', 'SUMMARY:End'),
      vevent('UID:rule@x', ...hour, 'RRULE:FREQ=SOMETIMES', 'SUMMARY:Rule'),
      vevent('UID:good@x', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260504T100000Z', ...hour),
      vevent('UID:line@x', ...hour, `SUMMARY:${'x'.repeat(20_000)}`),
      vevent('UID:windows@x', 'DTSTART;TZID=W. Europe Standard Time:20260504T100000'),
    )
    const { status, json } = await put(user, text)
    expect(status).toBe(200)
    expect(json).toMatchObject({ added: 2, skipped: 7 })
    expect(json.problems).toMatchObject([
      { component: 2, reason: 'Missing UID.' },
      { component: 3, reason: 'Missing DTSTART.' },
      { component: 4, reason: 'The zone of DTSTART is not known: Nowhere' },
      { component: 5, uid: 'end@x', summary: 'End' },
      { component: 6, uid: 'rule@x', summary: 'Rule' },
      { component: 7 },
      { component: 8 },
    ])
    const { items } = await walk(user, eventsOf())
    expect(items.map(({ iCalUID }) => iCalUID).sort()).toEqual(['good@x', 'windows@x'])
    const windows = items.find(({ iCalUID }) => iCalUID === 'windows@x')!
    expect(windows.start).toMatchObject({ timeZone: 'Europe/Berlin' })
  })

  it('has days without VALUE=DATE, as many programs write them', async () => {
    const user = await site.user()
    const day = ['DTSTART:20260504', 'DTEND:20260506', 'RRULE:FREQ=WEEKLY;COUNT=2']
    const moved = ['RECURRENCE-ID:20260511', 'DTSTART:20260512', 'SUMMARY:Moved']
    const text = calendar(vevent('UID:a@x', ...day), vevent('UID:a@x', ...moved))
    expect((await put(user, text)).json).toMatchObject({ added: 2, skipped: 0 })
    const { items } = await walk(user, eventsOf(), { singleEvents: 'true', orderBy: 'startTime' })
    expect(items).toMatchObject([
      { start: { date: '2026-05-04' }, end: { date: '2026-05-06' } },
      { start: { date: '2026-05-12' }, end: { date: '2026-05-13' }, summary: 'Moved' },
    ])
  })

  it('is imported with zones that it only describes', async () => {
    const user = await site.user()
    const observance = (name: string, ...lines: string[]) =>
      [`BEGIN:${name}`, ...lines, `END:${name}`].join('\r\n')
    const text = calendar(
      'X-WR-TIMEZONE:Office',
      'BEGIN:VTIMEZONE',
      'TZID:Office',
      observance(
        'STANDARD',
        ...['DTSTART:16010101T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'],
        ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
      ),
      observance(
        'DAYLIGHT',
        ...['DTSTART:16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'],
        ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
      ),
      'END:VTIMEZONE',
      ...['BEGIN:VTIMEZONE', 'TZID:Named', 'X-LIC-LOCATION:Asia/Tokyo', 'END:VTIMEZONE'],
      vevent('UID:a@x', 'DTSTART;TZID=Office:20260504T100000'),
      vevent('UID:b@x', 'DTSTART;TZID=Named:20260504T100000'),
      vevent('UID:c@x', 'DTSTART:20260504T100000'),
    )
    expect((await put(user, text)).json).toMatchObject({ added: 3, skipped: 0 })
    const { items } = await walk(user, eventsOf())
    const zones = items.map(({ iCalUID, start }) => [
      iCalUID,
      (start as { timeZone: string }).timeZone,
    ])
    expect(zones.sort()).toEqual([
      ['a@x', 'Europe/Berlin'],
      ['b@x', 'Asia/Tokyo'],
      ['c@x', 'Europe/Berlin'],
    ])
  })

  it('invites none of the attendees in the file', async () => {
    const [user, guest] = [await site.user(), await site.user()]
    const people = ['ORGANIZER:mailto:boss@elsewhere.example', `ATTENDEE:mailto:${guest.email}`]
    const { json } = await put(user, calendar(vevent('UID:p@x', ...hour, 'SUMMARY:Met', ...people)))
    expect(json).toMatchObject({ added: 1 })
    const [event] = (await walk(user, eventsOf())).items
    expect(event).toMatchObject({
      organizer: { email: 'boss@elsewhere.example' },
      attendees: [{ email: guest.email, responseStatus: 'needsAction' }],
    })
    expect((await walk(guest, eventsOf())).items).toEqual([])
    const outbox = await site.call('/_almanac/outbox')
    expect(outbox.text).not.toContain(guest.email)
  })

  it.each([
    ['nothing', ''],
    ['something else', 'Dear Sir or Madam'],
    ['an address book', 'BEGIN:VCARD\r\nEND:VCARD\r\n'],
  ])('is refused where it is %s', async (_, text) => {
    const user = await site.user()
    expectRefusal(await put(user, text), { status: 400, reason: 'invalid' })
    expectRefusal(await own(user).post('/almanac/v1/calendars/primary/import', { text }), {
      status: 400,
      reason: 'invalid',
    })
  })
})

onEmbeddedServer(
  'a calendar as a file of limited size',
  (site) => {
    it('is refused if it is too large, or not for the caller', async () => {
      const user = await site.user()
      const many = Array.from({ length: 31 }, (_, index) => vevent(`UID:${index}@x`, ...hour))
      expectRefusal(await put(user, calendar(...many)), { status: 403, reason: 'limitExceeded' })
      expect((await walk(user, eventsOf())).items).toEqual([])
      const { guest, calendarId } = await sharedCalendar(site)
      const text = calendar(vevent('UID:a@x', ...hour))
      expectRefusal(await put(guest, text, calendarId), {
        status: 403,
        reason: 'requiredAccessLevel',
      })
      expectRefusal(await put(guest, text, 'nosuch'), notFound)
      const narrow = await site.user({ email: user.email, scopes: ['calendar.readonly'] })
      expectRefusal(await put(narrow, text), insufficientPermissions)
      expectRefusal(await put(user, `\ufeff${'x'.repeat(3_000_000)}`), {
        status: 413,
        reason: 'uploadTooLarge',
      })
      await newEvent(user, { description: 'long '.repeat(30_000) })
      expectRefusal(await fileOf(user), { status: 403, reason: 'limitExceeded' })
    })
  },
  { ALMANAC_IMPORTED_EVENTS_MAX: '30', ALMANAC_EXPORT_BYTES_MAX: '100000' },
)
