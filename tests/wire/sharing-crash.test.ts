import { describe, expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import { embeddedEngine, runAlmanac } from '../support/server.ts'

const writersCount = 12
const list = '/calendar/v3/users/me/calendarList'

/** What one writer was told, and what it had asked for when it was cut off. */
interface Told {
  readonly calendarId: string
  /** The rules of guests, as they were last answered; `undefined` once removed. */
  readonly rules: Map<string, object | undefined>
  /** The rule whose change was not answered: it may be changed or not. */
  pendingRule?: string | undefined
  entry?: object
  isEntryPending: boolean
}

// On PostgreSQL the database outlives the server: crash.test.ts shows what a killed server leaves behind there.
describe('a crash while calendars are shared', () => {
  it('loses no acknowledged rule or entry and leaves nothing half-written', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.startProcess()
    const { token } = await server.mint()
    const told: Told[] = []
    let answers = 0
    const writers = Array.from({ length: writersCount }, () =>
      shareUntilCut(server.base, { token, told, onAnswer: () => answers++ }),
    )
    await until(
      () => answers,
      (count) => count > 400,
    )
    await server.kill()
    await Promise.all(writers)

    const me = as((await place.start()).base, token)
    for (const { calendarId, rules, pendingRule, entry, isEntryPending } of told) {
      const { status, json } = await me.get(`${calendars}/${calendarId}/acl`)
      expect(status).toBe(200)
      const found = new Map(json.items!.map((rule) => [rule.id, rule]))
      for (const [ruleId, rule] of rules) {
        if (ruleId !== pendingRule) expect(found.get(ruleId)).toEqual(rule)
      }
      const listed = await me.get(`${list}/${calendarId}`)
      expect(listed.status).toBe(200)
      if (entry !== undefined && !isEntryPending) expect(listed.json).toEqual(entry)
    }
    expect(await runAlmanac(['check'], place.environment)).toMatchObject({
      code: 0,
      stdout: 'No problems found.\n',
    })
  })

  it('continues with the numbers of changes, so that sync tokens from before miss nothing', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.startProcess()
    const { token } = await server.mint()
    const me = as(server.base, token)
    const { json: calendar } = await me.insert({ summary: 'shared' })
    const acl = `${calendars}/${calendar.id}/acl`
    const grant = (to: ReturnType<typeof as>, name: string) =>
      to.post(acl, { role: 'reader', scope: { type: 'user', value: `${name}@example.com` } })
    const { json: rules } = await me.get(acl)
    const { json: entries } = await me.get(list)
    const { json: one } = await grant(me, 'one')
    await me.patch(`${list}/${calendar.id}`, { summaryOverride: 'before' })
    await server.kill()

    const again = as((await place.start()).base, token)
    const { json: two } = await grant(again, 'two')
    const { json: entry } = await again.patch(`${list}/${calendar.id}`, {
      summaryOverride: 'after',
    })
    expect(two.etag).not.toBe(one.etag)
    const changedRules = await again.get(`${acl}?syncToken=${rules.nextSyncToken}`)
    expect(changedRules.json.items).toEqual([one, two])
    const changedEntries = await again.get(`${list}?syncToken=${entries.nextSyncToken}`)
    expect(changedEntries.json.items).toEqual([entry])
  })
})

/** Makes calendars, shares each with guests, takes some of it back, until the connection breaks. */
async function shareUntilCut(
  base: string,
  { token, told, onAnswer }: { token: string; told: Told[]; onAnswer: () => void },
): Promise<void> {
  const me = as(base, token)
  try {
    for (;;) {
      const { json: calendar } = await me.insert({ summary: 'shared' })
      const mine: Told = { calendarId: calendar.id, rules: new Map(), isEntryPending: false }
      told.push(mine)
      onAnswer()
      const acl = `${calendars}/${calendar.id}/acl`
      for (const name of ['one', 'two', 'three']) {
        const value = `${name}@example.com`
        const body = { role: 'writer', scope: { type: 'user', value } }
        mine.pendingRule = `user:${value}`
        const { status, json } = await me.post(acl, body)
        expect(status).toBe(200)
        mine.rules.set(json.id, json)
        mine.pendingRule = undefined
        onAnswer()
      }
      mine.isEntryPending = true
      const { status, json } = await me.patch(`${list}/${calendar.id}`, {
        summaryOverride: 'mine',
        hidden: true,
      })
      expect(status).toBe(200)
      mine.entry = json
      mine.isEntryPending = false
      onAnswer()
      mine.pendingRule = 'user:two@example.com'
      const removed = await me.delete(`${acl}/${encodeURIComponent(mine.pendingRule)}`)
      expect(removed.status).toBe(204)
      mine.rules.set(mine.pendingRule, undefined)
      mine.pendingRule = undefined
      onAnswer()
    }
  } catch (error) {
    if (!isCut(error)) throw error
  }
}

const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')
