import { expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import type { PartCall } from '../support/multipart.ts'
import { expectRefusal } from '../support/refusal.ts'
import { newSharedCalendar, type SharedCalendar } from '../support/sharing.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('rules in a batch', (site) => {
  it('all land, each with an etag and a number of its own', async () => {
    const calendar = await newSharedCalendar(site)
    const { nextSyncToken } = await calendar.list()
    const emails = Array.from({ length: 20 }, (_, index) => `guest${index + 10}@example.com`)
    const parts = await inBatch(
      calendar,
      emails.map((email) => insertOf(calendar, email)),
    )
    expect(parts.map(({ status }) => status)).toEqual(emails.map(() => 200))
    expect(parts.map(({ json }) => json.id)).toEqual(emails.map((email) => `user:${email}`))
    expect(new Set(parts.map(({ json }) => json.etag)).size).toBe(20)
    const changed = (await calendar.list(`?syncToken=${nextSyncToken}`)).items!
    expect(changed).toEqual(parts.map(({ json }) => json))
    expect(await calendar.mails()).toHaveLength(20)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are granted once if the same one is sent several times', async () => {
    const calendar = await newSharedCalendar(site)
    const calls = Array.from({ length: 5 }, () => insertOf(calendar, 'bob@example.com'))
    const parts = await inBatch(calendar, calls)
    expect(new Set(parts.map(({ text }) => text)).size).toBe(1)
    expect(await calendar.roles()).toHaveLength(3)
    expect(await calendar.mails()).toHaveLength(1)
  })

  it('are rejected one by one', async () => {
    const calendar = await newSharedCalendar(site)
    const calls = ['bob@example.com', 'nobody'].map((email) => insertOf(calendar, email))
    const [granted, refused] = await inBatch(calendar, calls)
    expect(granted!.status).toBe(200)
    expectRefusal(refused!, { status: 400, reason: 'invalidScopeValue' })
    expect(await calendar.roles()).toHaveLength(3)
  })
})

const insertOf = ({ owner, acl }: SharedCalendar, value: string): PartCall => ({
  line: `POST ${owner.paths.calendar}${acl}`,
  body: { role: 'reader', scope: { type: 'user', value } },
})

const inBatch = ({ owner }: SharedCalendar, calls: readonly PartCall[]) =>
  callInBatch(calls, {
    base: owner.base,
    path: `/batch${owner.paths.calendar}`,
    token: owner.token,
  })
