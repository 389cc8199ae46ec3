import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { CalendarProgram, ics, responsesIn, vevent } from '../support/caldav.ts'
import { eventsOf, walk } from '../support/imported-events.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 12

const words = fc.stringMatching(/^[a-zA-Z0-9ä€😀 ]{1,120}$/u).map((text) => text.trim() || 'x')
const zoneNames = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata']
const zones = fc.constantFrom(...zoneNames)
const twoDigits = (number: number) => String(number).padStart(2, '0')
const days = fc.integer({ min: 1, max: 20 }).map((day) => `202605${twoDigits(day)}`)
const hours = fc.integer({ min: 0, max: 20 }).map((hour) => `T${twoDigits(hour)}3000`)

/** Lines that say what events cannot. */
const extras = fc.subarray([
  'X-MOOD;X-LEVEL="a:b;c":très bien',
  'CATEGORIES:One,Two',
  'URL;VALUE=URI:https://example.com/?a=1&b=2',
  'COMMENT;LANGUAGE=de:Grüße\\, alle',
  'PRIORITY:5',
  'ATTACH:https://example.com/a.pdf',
  ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:x', 'TRIGGER:-PT10M', 'END:VALARM'].join('\r\n'),
  ['BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER;RELATED=END:PT5M', 'END:VALARM'].join('\r\n'),
])

const times = fc.oneof(
  fc
    .record({ day: days, hour: hours, zone: zones })
    .map(({ day, hour, zone }) => [`DTSTART;TZID=${zone}:${day}${hour}`, 'DURATION:PT45M']),
  fc
    .record({ day: days, hour: hours })
    .map(({ day, hour }) => [
      `DTSTART:${day}${hour}Z`,
      `DTEND:${day}${hour.replace('3000', '5000')}Z`,
    ]),
  days.map((day) => [`DTSTART;VALUE=DATE:${day}`]),
)
const rules = fc.constantFrom(
  ...['', '', 'RRULE:FREQ=DAILY;COUNT=5', 'RRULE:FREQ=WEEKLY;COUNT=4'],
  'RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20260610T000000Z',
)

const objects = fc
  .record({ summary: words, location: words, times, rule: rules, extras, status: fc.boolean() })
  .map(({ summary, location, times: when, rule, extras: more, status }) => ({
    isSeries: rule !== '',
    textFor: (uid: string, title = summary) =>
      ics(
        vevent(
          `UID:${uid}`,
          ...when,
          ...(rule === '' ? [] : [rule]),
          `SUMMARY:${title}`,
          `LOCATION:${location}`,
          ...(status ? ['STATUS:TENTATIVE', 'TRANSP:TRANSPARENT'] : []),
          ...more,
        ),
      ),
  }))

/** Tells the other library about the zones that objects name without describing them. */
async function registerZones(program: CalendarProgram): Promise<void> {
  for (const timeZone of zoneNames) {
    const start = { dateTime: '2026-05-01T10:00:00', timeZone }
    const { json } = await program.user.post(eventsOf('primary'), { start, end: start })
    const { text } = await program.call('GET', `${program.calendar()}${json.id}.ics`)
    instancesIn([text])
  }
}

/** What both wires say of an instance. */
interface Shown {
  readonly summary: string
  readonly location: string
  readonly start: string
  readonly end: string
  readonly status: string
  /** Minutes before the start, of alarms that the API can express. */
  readonly alarms: readonly number[]
  /** Addresses with responses. */
  readonly attendees: readonly string[]
}

const inOrder = (shown: readonly Shown[]): string[] =>
  shown.map((one) => JSON.stringify(one)).sort()

/** When everything is that a calendar has by CalDAV, expanded by another library. */
function instancesIn(texts: Iterable<string>): string[] {
  const found: Shown[] = []
  for (const text of texts) {
    const calendar = new ICAL.Component(ICAL.parse(text))
    for (const zone of calendar.getAllSubcomponents('vtimezone'))
      ICAL.TimezoneService.register(zone)
    const vevents = calendar.getAllSubcomponents('vevent')
    const whole = vevents.find((one) => !one.hasProperty('recurrence-id'))!
    const event = new ICAL.Event(whole, {
      exceptions: vevents.filter((one) => one !== whole),
      strictExceptions: false,
    })
    const iterator = event.iterator()
    for (let count = 0; count < 100; count++) {
      const next = iterator.next()
      if (!next) break
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      found.push({
        summary: item.summary,
        location: item.location ?? '',
        start: shownTime(startDate),
        end: shownTime(endDate),
        status: String(item.component.getFirstPropertyValue('status') ?? 'CONFIRMED').toLowerCase(),
        alarms: alarmsOf(item.component),
        attendees: attendeesOf(item.component),
      })
      if (!event.isRecurring()) break
    }
  }
  return inOrder(found)
}

const alarmsOf = (vevent: ICAL.Component): number[] =>
  vevent
    .getAllSubcomponents('valarm')
    .flatMap((alarm) => {
      const trigger = alarm.getFirstProperty('trigger')!
      const value = trigger.getFirstValue()
      const isReminder = value instanceof ICAL.Duration && trigger.getParameter('related') !== 'END'
      return isReminder ? [-value.toSeconds() / 60] : []
    })
    .sort((one, other) => one - other)

const attendeesOf = (vevent: ICAL.Component): string[] =>
  vevent
    .getAllProperties('attendee')
    .map((attendee) => {
      const email = String(attendee.getFirstValue()).replace(/^mailto:/i, '')
      const response = String(attendee.getParameter('partstat') ?? 'NEEDS-ACTION')
      return `${email} ${response.toLowerCase().replace('needs-action', 'needsAction')}`
    })
    .sort()

const shownTime = (time: ICAL.Time): string =>
  time.isDate ? time.toString() : new Date(time.toUnixTime() * 1000).toISOString()

interface Time {
  readonly date?: string
  readonly dateTime?: string
}

const timeOf = ({ date, dateTime }: Time): string => date ?? new Date(dateTime!).toISOString()

async function instancesOfApi(program: CalendarProgram, calendarId: string): Promise<string[]> {
  const { items } = await walk(program.user, eventsOf(calendarId), { singleEvents: 'true' })
  return inOrder(
    items.map(({ summary = '', location = '', start, end, status, reminders, attendees = [] }) => {
      const { overrides = [] } = reminders as { overrides?: { minutes: number }[] }
      return {
        summary,
        location: location as string,
        start: timeOf(start as Time),
        end: timeOf(end as Time),
        status: status as string,
        alarms: overrides.map(({ minutes }) => minutes).sort((one, other) => one - other),
        attendees: (attendees as { email: string; responseStatus: string }[])
          .map(({ email, responseStatus }) => `${email} ${responseStatus}`)
          .sort(),
      }
    }),
  )
}

/** The objects that a run begins with: a series, and something else. */
const beginnings = fc.tuple(
  objects.filter(({ isSeries }) => isSeries),
  objects,
)

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      name: fc.integer({ min: 0, max: 2 }),
      object: objects,
    }),
    fc.record({
      kind: fc.constant('rename' as const),
      name: fc.integer({ min: 0, max: 2 }),
      title: words,
    }),
    fc.record({ kind: fc.constant('delete' as const), name: fc.integer({ min: 0, max: 2 }) }),
    fc.record({
      kind: fc.constantFrom(
        'cancelInstance' as const,
        'renameInstance' as const,
        'moveInstance' as const,
        'excludeInstance' as const,
        'overrideInstance' as const,
        'remindOfInstance' as const,
        'inviteToInstance' as const,
      ),
      index: fc.nat(20),
    }),
    fc.record({
      kind: fc.constantFrom(
        'move' as const,
        'moveByApi' as const,
        'deleteByApi' as const,
        'remind' as const,
        'invite' as const,
        'inviteByProgram' as const,
      ),
      index: fc.nat(20),
    }),
    fc.record({ kind: fc.constant('insert' as const), title: words, day: days }),
  ),
  { minLength: 2, maxLength: 8 },
)

type Step =
  typeof steps extends fc.Arbitrary<infer S>
    ? S extends readonly (infer One)[]
      ? One
      : never
    : never

async function take(program: CalendarProgram, step: Step, otherId: string): Promise<number> {
  const { user } = program
  const path = program.calendar()
  const instances = async () =>
    (await walk(user, eventsOf('primary'), { singleEvents: 'true' })).items.filter(
      ({ recurringEventId }) => recurringEventId !== undefined,
    )
  switch (step.kind) {
    case 'put':
      return (await program.put(`${path}${step.name}.ics`, step.object.textFor(`uid-${step.name}`)))
        .status
    case 'rename': {
      const { status, text, headers } = await program.call('GET', `${path}${step.name}.ics`)
      if (status === 404) return status
      const renamed = text
        .replaceAll('\r\n ', '')
        .replaceAll(/^SUMMARY:.*$/gm, `SUMMARY:${step.title}`)
      return (await program.put(`${path}${step.name}.ics`, renamed, { 'If-Match': headers.etag! }))
        .status
    }
    case 'delete':
      return (await program.call('DELETE', `${path}${step.name}.ics`)).status
    case 'insert': {
      const date = step.day.replace(/(....)(..)(..)/, '$1-$2-$3')
      const body = { summary: step.title, start: { date }, end: { date: '2026-06-01' } }
      return (await user.post(eventsOf('primary'), body)).status
    }
    case 'move':
    case 'moveByApi':
    case 'deleteByApi':
    case 'remind':
    case 'invite':
    case 'inviteByProgram': {
      const { items } = await walk(user, eventsOf('primary'))
      const wholes = items.filter(({ recurringEventId }) => recurringEventId === undefined)
      const event = wholes[step.index % Math.max(wholes.length, 1)]
      if (event === undefined) return 404
      const address = `${eventsOf('primary')}/${event.id}`
      if (step.kind === 'deleteByApi') return (await user.delete(address)).status
      if (step.kind === 'remind') return (await user.patch(address, { reminders })).status
      if (step.kind === 'invite') return (await user.patch(address, { attendees })).status
      if (step.kind === 'moveByApi') {
        return (await user.post(`${address}/move?destination=${encodeURIComponent(otherId)}`))
          .status
      }
      const [name, text] = [...(await program.objects(path))].find(([, one]) =>
        one.includes(`UID:${event.iCalUID}`),
      )!
      if (step.kind === 'inviteByProgram') {
        if (text.includes('ATTENDEE')) return 404
        const people = [
          `ORGANIZER:mailto:${user.email}`,
          'ATTENDEE;X-MOOD=fine;PARTSTAT=TENTATIVE:mailto:b@elsewhere.test',
        ]
        const invited = text.replaceAll(/^SUMMARY:/gm, [...people, 'SUMMARY:'].join('\r\n'))
        return (await program.put(path + name, invited)).status
      }
      const headers = { Destination: `${program.calendar(otherId)}moved-${name}` }
      return (await program.call('MOVE', path + name, { headers })).status
    }
    default: {
      const all = await instances()
      const instance = all[step.index % Math.max(all.length, 1)]
      if (instance === undefined) return 404
      const address = `${eventsOf('primary')}/${instance.id}`
      if (step.kind === 'cancelInstance') return (await user.delete(address)).status
      if (step.kind === 'renameInstance')
        return (await user.patch(address, { summary: 'Renamed' })).status
      if (step.kind === 'inviteToInstance') return (await user.patch(address, { attendees })).status
      if (step.kind === 'remindOfInstance') return (await user.patch(address, { reminders })).status
      if (step.kind === 'moveInstance') {
        const { date } = instance.start as Time
        const times = date
          ? { start: { date }, end: { date: '2026-07-01' } }
          : { start: later(instance.start as Time), end: later(instance.end as Time) }
        return (await user.patch(address, times)).status
      }
      const master = await user.get(`${eventsOf('primary')}/${instance.recurringEventId}`)
      const [name, text] = [...(await program.objects(path))].find(([, one]) =>
        one.includes(`UID:${master.json.iCalUID}`),
      )!
      const original = instance.originalStartTime as Time
      const value = original.date
        ? `;VALUE=DATE:${original.date.replaceAll('-', '')}`
        : `:${new Date(original.dateTime!).toISOString().replace(/[-:]|\.\d+/g, '')}`
      if (step.kind === 'overrideInstance') {
        // Others could be the same instance, in another zone.
        if (text.includes('RECURRENCE-ID')) return 404
        const override = vevent(
          ...[`UID:${master.json.iCalUID}`, `RECURRENCE-ID${value}`, `DTSTART${value}`],
          ...[original.date ? 'DURATION:P1D' : 'DURATION:PT20M', 'SUMMARY:Override'],
        )
        const overridden = text.replace('END:VCALENDAR', `${override}\r\nEND:VCALENDAR`)
        return (await program.put(path + name, overridden)).status
      }
      const excluded = text.replace('SUMMARY:', `EXDATE${value}\r\nSUMMARY:`)
      return (await program.put(path + name, excluded)).status
    }
  }
}

const reminders = { useDefault: false, overrides: [{ method: 'popup', minutes: 20 }] }

const attendees = [
  { email: 'a@elsewhere.test' },
  { email: 'c@elsewhere.test', responseStatus: 'accepted' },
]

const later = ({ dateTime }: Time) => ({
  dateTime: new Date(Date.parse(dateTime!) + 7_200_000).toISOString(),
})

onEveryEngine('both wires', (site) => {
  it('return an object as it was sent', async () => {
    const program = new CalendarProgram(await site.user())
    let count = 0
    await fc.assert(
      fc.asyncProperty(objects, async ({ textFor }) => {
        const path = `${program.calendar()}${count}.ics`
        const text = textFor(`uid-${count++}`)
        const put = await program.put(path, text)
        expect(put.status).toBe(201)
        const got = await program.call('GET', path)
        expect(got.text).toBe(text)
        expect(got.headers.etag).toBe(put.headers.etag)
      }),
      { numRuns: runsOn(site, runs) },
    )
  })

  it('show the same events, whichever of them changes what', async () => {
    await registerZones(new CalendarProgram(await site.user()))
    await fc.assert(
      fc.asyncProperty(beginnings, steps, async (begun, taken) => {
        const program = new CalendarProgram(await site.user())
        const { calendar } = await program.user.newCalendar({ summary: 'Other' })
        const otherId = calendar.id!
        const seen = new Map<string, string>()
        for (const [name, object] of begun.entries()) {
          await take(program, { kind: 'put', name, object }, otherId)
        }
        for (const step of taken) {
          const status = await take(program, step, otherId)
          expect([200, 201, 204, 404, 409]).toContain(status)
          const present = await program.objects(program.calendar())
          expect(instancesIn(present.values())).toEqual(await instancesOfApi(program, 'primary'))
          if (step.kind.startsWith('move')) {
            const moved = await program.objects(program.calendar(otherId))
            expect(instancesIn(moved.values())).toEqual(await instancesOfApi(program, otherId))
          }
          // The same etag stands for the same text.
          const listed = responsesIn(await program.propfind(program.calendar(), '<d:getetag/>', 1))
          for (const { href, properties } of listed.slice(1)) {
            const name = decodeURIComponent(href.split('/').at(-1)!)
            const text = present.get(name)!
            const key = `${name} ${properties.getetag}`
            expect(seen.get(key) ?? text).toBe(text)
            seen.set(key, text)
          }
        }
      }),
      { numRuns: runsOn(site, runs) },
    )
  })

  it('accept or refuse whatever is sent', async () => {
    const program = new CalendarProgram(await site.user())
    const lines = fc.constantFrom(
      ...[
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VCALENDAR',
        'END:VCALENDAR',
        'BEGIN:VALARM',
        'END:VALARM',
      ],
      ...[
        'UID:x',
        'DTSTART:20260504T100000Z',
        'DTSTART:20260231T100000Z',
        'DTSTART;TZID=Nowhere:20260504T100000',
      ],
      ...[
        'DTEND;VALUE=DATE:20260504',
        'DURATION:-P1D',
        'DURATION:P99999999W',
        'RRULE:FREQ=SECONDLY',
      ],
      ...[
        'RRULE:FREQ=DAILY',
        'EXDATE:20260504T100000Z',
        'EXDATE:x',
        'RECURRENCE-ID:20260505T100000Z',
      ],
      ...[
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20260505T100000Z',
        'SEQUENCE:-1',
        'SEQUENCE:99999999999',
        'TRIGGER:x',
      ],
      ...[
        'ATTENDEE:mailto:a@x.test',
        'ATTENDEE:urn:x',
        'ORGANIZER:mailto:b@x.test',
        'ORGANIZER:',
        ' folded',
        ':',
        ';',
        '',
      ],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(lines, { maxLength: 14 }),
        fc.boolean(),
        async (content, isWrapped) => {
          const text = isWrapped
            ? ics(vevent('UID:x', 'DTSTART:20260504T100000Z', ...content))
            : content.join('\r\n')
          const { status } = await program.put(`${program.calendar()}x.ics`, text)
          expect([201, 204, 403, 409]).toContain(status)
          expect([200, 404]).toContain(
            (await program.call('GET', `${program.calendar()}x.ics`)).status,
          )
        },
      ),
      { numRuns: runsOn(site, 4 * runs) },
    )
  })
})
