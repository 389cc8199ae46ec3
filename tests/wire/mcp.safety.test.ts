import { describe, expect, it } from 'vitest'
import { McpUser } from '../support/mcp-client.ts'
import { runAlmanac, wireEngines } from '../support/server.ts'
import { onEmbedded, onEmbeddedServer } from '../support/sites.ts'
import { admin, administrator } from './admin-fixture.ts'

const lunch = { summary: 'Lunch', startTime: '2030-05-06T12:00:00', endTime: '2030-05-06T13:00:00' }
const dinner = { ...lunch, summary: 'Dinner' }

const meal = {
  summary: 'Lunch',
  start: { dateTime: '2030-05-06T12:00:00Z' },
  end: { dateTime: '2030-05-06T13:00:00Z' },
}
const ownProperties = {
  reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 9 }] },
  conferenceData: {
    conferenceId: 'own',
    conferenceSolution: { key: { type: 'addOn' }, name: 'Own' },
    entryPoints: [{ entryPointType: 'video', uri: 'https://meet.example/own' }],
  },
}

onEmbedded('the safety of tools', (site) => {
  it('offers nothing that writes in read-only mode', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user, { query: '?readOnly=true' })
    const names = await agent.tools()
    expect(names).toContain('list_events')
    expect(names).not.toContain('create_event')
    await expect(agent.call('create_event', lunch)).rejects.toThrow('no tool create_event')
  })

  it('offers a dry run of every write, and a confirmation of all that delete or share', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const { tools } = await agent.client.listTools()
    const withArgument = (name: string) =>
      tools
        .filter(({ inputSchema }) => name in (inputSchema.properties ?? {}))
        .map((one) => one.name)
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
    expect(withArgument('dryRun')).toEqual(writing.map(({ name }) => name))
    expect(withArgument('confirm')).toEqual([
      'delete_event',
      'share_calendar',
      'unshare_calendar',
      'remove_book_from_shelf',
    ])
  })

  it('changes nothing in a dry run', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const planned = await agent.call('create_event', { ...lunch, dryRun: true })
    expect(planned.data).toMatchObject({ dryRun: true, event: { summary: 'Lunch' } })
    expect(planned.data.event).not.toHaveProperty('untrustedFields')
    const { data } = await agent.call('create_event', lunch)
    const changed = await agent.call('update_event', {
      eventId: data.id,
      summary: 'Dinner',
      dryRun: true,
    })
    expect(changed.data.changes).toEqual([{ property: 'summary', from: 'Lunch', to: 'Dinner' }])
    await agent.call('delete_event', { eventId: data.id, dryRun: true })
    expect((await agent.call('get_event', { eventId: data.id })).data).toEqual(data)
  })

  it('asks the user before it deletes', async () => {
    const user = await site.user()
    const questions: string[] = []
    let isAgreed = false
    const answer = (question: string) => {
      questions.push(question)
      return { action: 'accept' as const, content: { confirm: isAgreed } }
    }
    await using agent = await McpUser.overHttp(user, { answer })
    const { data } = await agent.call('create_event', lunch)
    const refused = await agent.call('delete_event', { eventId: data.id, confirm: true })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('declined') })
    expect(questions).toEqual([expect.stringMatching(/^Delete the event "Lunch".*\?$/)])
    isAgreed = true
    expect((await agent.call('delete_event', { eventId: data.id })).isError).toBe(false)
  })

  it('does not fill a question with the title that someone else chose', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const { data } = await agent.call('create_event', { ...lunch, summary: 'x'.repeat(10_000) })
    const refused = await agent.call('delete_event', { eventId: data.id })
    expect(refused.isError).toBe(true)
    expect(refused.text.length).toBeLessThan(600)
  })

  it.each([
    ['reminders', { overrideReminders: [{ method: 'popup', minutes: 3 }] }],
    ['the conference', { addGoogleMeetUrl: true }],
    ['permissions', { guestPermissions: { guestsCanModify: true } }],
    ['the day', { allDay: true, startTime: '2030-05-07' }],
  ])('takes back a change of %s, whatever there was before', async (_, change) => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    for (const own of [{}, ownProperties]) {
      const events = '/calendars/primary/events'
      const { json } = await user.post(`${events}?conferenceDataVersion=1`, { ...meal, ...own })
      const read = async () => {
        const {
          etag: _,
          sequence: __,
          updated: ___,
          ...event
        } = (await user.get(`${events}/${json.id}`)).json
        return event
      }
      const before = await read()
      const changed = await agent.call('update_event', { eventId: json.id, ...change })
      expect([changed.isError, await read()]).not.toEqual([false, before])
      const undone = await agent.call('undo')
      expect([undone.isError, undone.text, await read()]).toEqual([false, undone.text, before])
    }
  })

  it('takes back that an attendee left an event, with the response of the attendee', async () => {
    const [host, user] = [await site.user(), await site.user()]
    const path = '/calendars/primary/events'
    const attendees = [{ email: user.email }]
    const { json: event } = await host.post(path, { ...meal, attendees })
    await using agent = await McpUser.overHttp(user)
    const call = { eventId: event.id }
    await agent.call('respond_to_event', { ...call, responseStatus: 'accepted' })
    await agent.call('delete_event', { ...call, confirm: true })
    expect((await agent.call('undo')).isError).toBe(false)
    for (const reader of [host, user]) {
      const { json } = await reader.get(`${path}/${event.id}`)
      expect(json).toMatchObject({
        status: 'confirmed',
        attendees: [{ responseStatus: 'accepted' }],
      })
    }
  })

  it('wants an argument from clients that cannot ask', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const { data } = await agent.call('create_event', lunch)
    const refused = await agent.call('delete_event', { eventId: data.id })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('confirm: true') })
    expect((await agent.call('get_event', { eventId: data.id })).data.status).toBe('confirmed')
  })
})

describe.each(wireEngines)(
  'the last writes of clients on $name',
  ({ place: open, unavailable }) => {
    it.skipIf(unavailable !== undefined)(
      'can be taken back after the server was killed right after its answers',
      async () => {
        await using place = await open()
        const before = await place.startProcess()
        const boss = await administrator(place, before)
        const room = await boss.post(`${admin}/resources`, { name: 'Room' })
        const clients = await Promise.all(
          writesToUndo(String(room.json.id)).map(async (write) => {
            const { token } = await before.mint()
            await using agent = await McpUser.overHttp({ base: before.base, token })
            const { data } = await agent.call('create_event', lunch)
            return { token, eventId: data.id as string, ...write }
          }),
        )
        const replies = await Promise.all(
          clients.map(async ({ token, tool, args, eventId }) => {
            await using agent = await McpUser.overHttp({ base: before.base, token })
            return await agent.call(tool, args(eventId))
          }),
        )
        await before.kill()
        expect(replies.map(({ isError, text }) => [isError, text])).toEqual(
          replies.map(({ text }) => [false, text]),
        )
        await using after = await place.start()
        for (const { token, tool, eventId } of clients) {
          await using agent = await McpUser.overHttp({ base: after.base, token })
          const undone = await agent.call('undo')
          expect([tool, undone.isError, undone.text]).toEqual([tool, false, undone.text])
          const { data: list } = await agent.call('list_events', {
            startTime: '2030-05-06T00:00:00',
          })
          const titles = list.events.map(({ summary }: { summary: string }) => summary)
          const { data: access } = await agent.call('list_calendar_access')
          expect([tool, titles, access.rules.length]).toEqual([tool, ['Lunch'], 1])
          expect(list.events[0].id).toBe(eventId)
        }
      },
    )
  },
)

/** A write of each way to know what undoes it. */
const writesToUndo = (room: string): readonly WriteToUndo[] => [
  { tool: 'create_event', args: () => dinner },
  // The answer of the room makes another version of the event.
  { tool: 'create_event', args: () => ({ ...dinner, attendeeEmails: [room] }) },
  { tool: 'update_event', args: (eventId) => ({ eventId, summary: 'Dinner' }) },
  { tool: 'delete_event', args: (eventId) => ({ eventId, confirm: true }) },
  { tool: 'share_calendar', args: () => ({ type: 'default', role: 'reader', confirm: true }) },
]

interface WriteToUndo {
  readonly tool: string
  readonly args: (eventId: string) => Record<string, unknown>
}

onEmbeddedServer('the audit log', (site) => {
  it('has every call, with client, tool, digest of the arguments and effect', async () => {
    const { place, server } = site
    const user = await server.mint()
    await using agent = await McpUser.overHttp({ base: server.base, token: user.token })
    const { data } = await agent.call('create_event', lunch)
    await agent.call('get_event', { eventId: data.id })
    await agent.call('get_event', { eventId: 'nothing' })
    await agent.call('update_event', { eventId: data.id, start: 'x' })
    await agent.call('delete_event', { eventId: data.id, confirm: true })
    const entries = async () => {
      const { stdout } = await runAlmanac(
        ['audit', 'export', '--action', 'mcp.'],
        place.environment,
      )
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ actor }) => actor.name === user.email)
        .map(({ action, outcome, object, details }) => [action, outcome, object, details])
    }
    const digest = expect.stringMatching(/^[\w-]{43}$/)
    const entry = (tool: string, outcome: string, effect: string, object?: string) => [
      `mcp.${tool}`,
      outcome,
      object,
      { arguments: digest, effect },
    ]
    const events = `calendars/${user.email}/events`
    await expect
      .poll(entries)
      .toEqual(
        expect.arrayContaining([
          entry('create_event', 'success', 'calendar.events.insert', events),
          entry('get_event', 'success', 'none'),
          entry('get_event', 'refused', 'none'),
          entry('update_event', 'refused', 'none'),
          entry('delete_event', 'success', 'calendar.events.delete', `${events}/${data.id}`),
        ]),
      )
  })
})
