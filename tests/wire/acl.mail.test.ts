import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { newSharedCalendar, type SharedCalendar } from '../support/sharing.ts'
import { onEveryEngine } from '../support/sites.ts'

const bob = { type: 'user', value: 'bob@example.com' }

onEveryEngine('mail about sharing', (site) => {
  /** Whom the mail goes to and what it lets them do, in any order: two jobs may pass each other. */
  const told = async (calendar: SharedCalendar) => {
    const mails = await calendar.mails()
    for (const { text } of mails) expect(text).toContain(calendar.owner.email)
    return mails.map(({ to, text }) => [to, /You may: (.*)/.exec(text)?.[1]]).sort()
  }

  it('is sent when a role changes, by any method', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ 'user:bob@example.com': 'freeBusyReader' })
    const { owner } = calendar
    const rule = calendar.rulePath('user:bob@example.com')
    await owner.patch(rule, { role: 'writer' })
    await owner.put(rule, { role: 'owner', scope: bob })
    await calendar.insert({ role: 'reader', scope: bob })
    expect(await told(calendar)).toEqual([
      ['bob@example.com', 'see all events'],
      ['bob@example.com', 'see and change events'],
      ['bob@example.com', 'see and change events, and share the calendar'],
    ])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['', '?sendNotifications=true'])('goes to a new user with "%s"', async (query) => {
    const calendar = await newSharedCalendar(site)
    await calendar.insert({ role: 'reader', scope: bob }, query)
    expect(await told(calendar)).toEqual([['bob@example.com', 'see all events']])
  })

  it('is sent to a group as such', async () => {
    const calendar = await newSharedCalendar(site)
    const scope = { type: 'group', value: 'Team@example.com' }
    await calendar.insert({ role: 'writer', scope })
    expect(await told(calendar)).toEqual([['team@example.com', 'see and change events']])
  })

  it.each([{ type: 'default' }, { type: 'domain', value: 'example.com' }])(
    'goes to nobody for the scope $type',
    async (scope) => {
      const calendar = await newSharedCalendar(site)
      await calendar.insert({ role: 'reader', scope })
      await calendar.insert({ role: 'freeBusyReader', scope })
      expect(await calendar.mails()).toEqual([])
    },
  )

  it('is not sent if the caller disables it, by any method', async () => {
    const calendar = await newSharedCalendar(site)
    const quietly = '?sendNotifications=false'
    await calendar.insert({ role: 'reader', scope: bob }, quietly)
    const rule = `${calendar.rulePath('user:bob@example.com')}${quietly}`
    await calendar.owner.patch(rule, { role: 'writer' })
    await calendar.owner.put(rule, { role: 'owner', scope: bob })
    expect(await calendar.roles()).toContainEqual(['user:bob@example.com', 'owner'])
    expect(await calendar.mails()).toEqual([])
  })

  it('can only be enabled or disabled', async () => {
    const calendar = await newSharedCalendar(site)
    const reply = await calendar.insert({ role: 'reader', scope: bob }, '?sendNotifications=maybe')
    expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'sendNotifications' })
    expect(await calendar.roles()).toHaveLength(2)
  })

  it('is not sent to users who lose access, by any method', async () => {
    const calendar = await newSharedCalendar(site)
    const { owner } = calendar
    const rule = calendar.rulePath('user:bob@example.com')
    for (const remove of [
      () => owner.delete(rule),
      () => owner.patch(rule, { role: 'none' }),
      () => owner.put(rule, { role: 'none', scope: bob }),
      () => calendar.insert({ role: 'none', scope: bob }),
    ]) {
      await calendar.share({ 'user:bob@example.com': 'reader' })
      expect((await remove()).status).toBeLessThan(300)
      expect(await calendar.roles()).toHaveLength(2)
    }
    expect(await calendar.mails()).toEqual([])
  })
})
