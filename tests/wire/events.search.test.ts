import { expect, it } from 'vitest'
import {
  at,
  daily,
  type EventCalendar,
  eventCalendar,
  moment,
  primaryCalendar,
} from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const found = async (calendar: EventCalendar, q: string) => (await calendar.titles({ q })).sort()

onEveryEngine('searching events', (site) => {
  // Scenario 59.
  it('looks at titles, descriptions, places, guests and the organizer', async () => {
    const calendar = await eventCalendar(site, { summary: 'Garden planning' })
    await calendar.add({ summary: 'Planning' })
    await calendar.add({ summary: 'a', description: 'the planning of it' })
    await calendar.add({ summary: 'b', location: 'Room Planning' })
    await calendar.add({ summary: 'c', attendees: [{ email: 'planning@example.org' }] })
    await calendar.add({
      summary: 'd',
      attendees: [{ email: 'x@example.org', displayName: 'Planning Team' }],
    })
    expect(await found(calendar, 'planning')).toEqual(['Planning', 'a', 'b', 'c', 'd'])
    expect(await found(calendar, 'garden')).toEqual(['Planning', 'a', 'b', 'c', 'd'])
    expect(await found(calendar, 'plan')).toEqual([])
    expect(await found(calendar, 'lanning')).toEqual([])
    expect(await found(calendar, 'team planning')).toEqual(['d'])
    expect(await found(calendar, 'team room')).toEqual([])
  })

  it('finds addresses as a whole and by their parts', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'a', attendees: [{ email: 'kim.lee@example.org' }] })
    await calendar.add({ summary: 'b', attendees: [{ email: 'kim@lee.example' }] })
    expect(await found(calendar, 'kim.lee@example.org')).toEqual(['a'])
    expect(await found(calendar, 'KIM.LEE@EXAMPLE.ORG')).toEqual(['a'])
    expect(await found(calendar, 'kim')).toEqual(['a', 'b'])
    // What the addresses of all calendars have in common says nothing of their events.
    expect(await found(calendar, 'group')).toEqual([])
  })

  it('needs all words, in any order and in any place', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Lunch with Kim', location: 'Harbour' })
    await calendar.add({ summary: 'Lunch', description: 'Kim cannot come' })
    await calendar.add({ summary: 'Dinner with Kim' })
    expect(await found(calendar, 'kim lunch')).toEqual(['Lunch', 'Lunch with Kim'])
    expect(await found(calendar, 'harbour  lunch')).toEqual(['Lunch with Kim'])
    expect(await found(calendar, 'lunch dinner')).toEqual([])
  })

  it('accepts words in quotes as they follow each other', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'project plan review' })
    await calendar.add({ summary: 'review of the project plan' })
    await calendar.add({ summary: 'plan the project' })
    expect(await found(calendar, '"project plan"')).toEqual([
      'project plan review',
      'review of the project plan',
    ])
    expect(await found(calendar, '"project plan review"')).toEqual(['project plan review'])
    expect(await found(calendar, '"PLAN the" project')).toEqual(['plan the project'])
    expect(await found(calendar, '"project plan')).toHaveLength(3)
  })

  it('does not mind capitals, and takes accents as they are typed', async () => {
    const calendar = await eventCalendar(site)
    for (const summary of ['Café', 'Cafe', 'CAFÉ', 'STRASSE', 'straße', 'Ångström']) {
      await calendar.add({ summary })
    }
    expect(await found(calendar, 'café')).toEqual(['CAFÉ', 'Café'])
    expect(await found(calendar, 'cafe\u0301')).toEqual(['CAFÉ', 'Café'])
    expect(await found(calendar, 'CAFE')).toEqual(['Cafe'])
    expect(await found(calendar, 'STRASSE')).toEqual(['STRASSE'])
    expect(await found(calendar, 'ÅNGSTRÖM')).toEqual(['Ångström'])
  })

  it('accepts nothing as a wildcard, an operator or a part of a query language', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'alpha' })
    await calendar.add({ summary: '100%' })
    for (const q of ['alph%', 'a_pha', 'alph*', "alpha' or '1'='1", 'alpha OR beta', 'alp.a']) {
      expect({ q, titles: await found(calendar, q) }).toEqual({ q, titles: [] })
    }
    expect(await found(calendar, '-alpha')).toEqual(['alpha'])
    expect(await found(calendar, '100')).toEqual(['100%'])
  })

  it('looks at a series and at what differs from it one by one', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'stand-up', ...daily() })
    await calendar.patch(`${id}_20260505T100000Z`, { summary: 'retrospective' })
    const single = { singleEvents: true }
    expect(await calendar.titles({ q: 'stand-up' })).toEqual(['stand-up'])
    expect(await calendar.titles({ q: 'retrospective' })).toEqual(['retrospective'])
    expect(await calendar.titles({ q: 'retrospective', ...single })).toEqual(['retrospective'])
    expect(await calendar.titles({ q: 'stand', ...single })).toEqual(['stand-up', 'stand-up'])
  })

  it('can be combined with windows, orders and pages', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'red one' })
    await calendar.add({ summary: 'blue', ...at('11:00', '12:00') })
    await calendar.add({ summary: 'red two', ...at('12:00', '13:00') })
    const q = 'red'
    expect(await calendar.titles({ q, timeMin: moment('11:00') })).toEqual(['red two'])
    const ordered = { q, singleEvents: true, orderBy: 'startTime' }
    expect(await calendar.titles(ordered)).toEqual(['red one', 'red two'])
    const pages = await calendar.walk({ ...ordered, maxResults: 1 })
    expect(pages.map(({ items }) => items!.length)).toEqual([1, 1])
    expect(pages.at(-1)).not.toHaveProperty('nextSyncToken')
  })

  it('does not find earlier texts of an event', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'old' })
    await calendar.patch(id, { summary: 'new' })
    expect(await found(calendar, 'old')).toEqual([])
    expect(await found(calendar, 'new')).toEqual(['new'])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('finds the primary calendar of a user by the name of the organizer', async () => {
    const calendar = await primaryCalendar(site)
    await calendar.add({ summary: 'Mine' })
    expect(await found(calendar, calendar.owner.email)).toEqual(['Mine'])
  })

  it.each([
    ['Встреча с командой', 'КОМАНДОЙ', 'команд'],
    ['Συνάντηση στις δέκα', 'ΣΥΝΆΝΤΗΣΗ', 'συνάντη'],
    ['会議 東京', '東京', '東'],
    ['회의 서울', '서울', '서'],
    ['פגישה חשובה', 'חשובה', 'חשוב'],
    ['اجتماع الفريق', 'الفريق', 'فريق'],
    ['बैठक समय', 'बैठक', 'बैठ'],
    ['ประชุม ทีม', 'ทีม', 'ที'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full', 'ful'],
    ['İstanbul toplantısı', 'toplantısı', 'toplantı'],
    ['𝒯 minus 10', '10', '1'],
  ])('finds whole words of %s', async (summary, word, part) => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary })
    expect(await found(calendar, word)).toEqual([summary])
    expect(await found(calendar, part)).toEqual([])
  })

  it('does not see the markup of a description', async () => {
    const calendar = await eventCalendar(site)
    const description = '<p class="red">Bring<br>snacks &amp; <b>drinks</b><!-- hidden --></p>'
    await calendar.add({ summary: 'a', description })
    for (const word of ['bring', 'snacks', 'drinks', '"bring snacks"']) {
      expect(await found(calendar, word)).toEqual(['a'])
    }
    for (const word of ['p', 'class', 'red', 'br', 'b', 'amp', 'hidden', 'bringsnacks']) {
      expect({ word, titles: await found(calendar, word) }).toEqual({ word, titles: [] })
    }
  })

  it.each(['', ' '])('for %j, which is nothing, leaves out nothing', async (q) => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'a' })
    expect(await found(calendar, q)).toEqual(['a'])
  })

  it.each(['""', '!?', '…', '🎂'])('for %j, which has no words, finds nothing', async (q) => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'a' })
    expect(await found(calendar, q)).toEqual([])
  })

  it('finds places of work by their labels', async () => {
    const calendar = await primaryCalendar(site)
    const work = (workingLocationProperties: object) =>
      calendar.add({
        eventType: 'workingLocation',
        visibility: 'public',
        transparency: 'transparent',
        workingLocationProperties,
      })
    await work({
      type: 'officeLocation',
      officeLocation: { label: 'Tower', buildingId: 'north7', deskId: 'desk42' },
    })
    await work({ type: 'customLocation', customLocation: { label: 'Lighthouse' } })
    for (const q of ['tower', 'north7', 'desk42', 'lighthouse', 'Office', 'Bureau']) {
      expect({ q, count: (await calendar.items({ q })).length }).toEqual({ q, count: 1 })
    }
    expect(await calendar.items({ q: 'homeOffice' })).toEqual([])
  })

  it('finds the special types by what people call them', async () => {
    const calendar = await primaryCalendar(site)
    const autoDeclineMode = 'declineNone'
    await calendar.add({
      summary: 'x',
      eventType: 'outOfOffice',
      outOfOfficeProperties: { autoDeclineMode },
    })
    await calendar.add({
      summary: 'y',
      eventType: 'focusTime',
      focusTimeProperties: { autoDeclineMode },
    })
    expect(await found(calendar, 'out of office')).toEqual(['x'])
    expect(await found(calendar, 'Abwesenheit')).toEqual(['x'])
    expect(await found(calendar, '"focus time"')).toEqual(['y'])
    expect(await found(calendar, '集中時間')).toEqual(['y'])
    expect(await found(calendar, 'default')).toEqual([])
  })

  it('does not look at extended properties, links, colors or reminders', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({
      summary: 'a',
      colorId: '11',
      extendedProperties: { private: { needle: 'needle' }, shared: { needle: 'needle' } },
      source: { url: 'https://needle.example.org', title: 'needle' },
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 77 }] },
    })
    for (const q of ['needle', '11', '77', 'popup', 'confirmed', 'kind']) {
      expect({ q, titles: await found(calendar, q) }).toEqual({ q, titles: [] })
    }
  })
})
