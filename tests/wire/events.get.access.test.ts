import { beforeAll, expect, it } from 'vitest'
import { newApiKey } from '../support/api-key.ts'
import { type CalendarEvents, hour, secondaryEvents, sharedWith } from '../support/event-bodies.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'

const details = {
  summary: 'Doctor',
  description: 'Bring papers',
  location: 'Bern',
  colorId: '4',
  transparency: 'transparent',
  attendees: [{ email: 'bob@elsewhere.test' }],
  extendedProperties: { shared: { a: '1' } },
}
const maskedNames = [
  'end',
  'etag',
  'eventType',
  'iCalUID',
  'id',
  'kind',
  'start',
  'status',
  'transparency',
  'visibility',
]

onServers('who sees what of an event', (site) => {
  let key: string
  beforeAll(async () => {
    key = await newApiKey(site)
  })

  it('an API key is enough for events of a public calendar, without their attendees', async () => {
    const events = await secondaryEvents(site)
    const made = await events.make(details)
    const secret = await events.make({ ...details, visibility: 'private' })
    const withKey = (id: string) =>
      site.call(`${site.paths.calendar}${events.path}/${id}?key=${key}`)
    expectRefusal(await withKey(made.id), notFound)
    await publish(events)
    const { attendees: _, ...shown } = made
    expect((await withKey(made.id)).json).toEqual(shown)
    expect(Object.keys((await withKey(secret.id)).json).sort()).toEqual(maskedNames)
    const post = await site.call(`${site.paths.calendar}${events.path}?key=${key}`, {
      method: 'POST',
      body: hour,
    })
    expect(post.status).toBe(401)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['freeBusyReader', undefined, 'masked'],
    ['freeBusyReader', 'public', 'whole'],
    ['freeBusyReader', 'private', 'masked'],
    ['reader', undefined, 'whole'],
    ['reader', 'public', 'whole'],
    ['reader', 'private', 'masked'],
    ['reader', 'confidential', 'masked'],
    ['writerWithoutPrivateAccess', undefined, 'whole'],
    ['writerWithoutPrivateAccess', 'private', 'masked'],
    ['writerWithoutPrivateAccess', 'confidential', 'masked'],
    ['writer', 'private', 'whole'],
    ['writer', 'confidential', 'whole'],
    ['owner', 'private', 'whole'],
  ])('a %s sees one whose visibility is %s %s', async (role, visibility, seen) => {
    const events = await secondaryEvents(site)
    const made = await events.make({ ...details, ...(visibility && { visibility }) })
    const guest = await sharedWith(site, events, role)
    const read = await guest.read(made.id)
    if (seen === 'whole') {
      expect(read).toEqual(made)
    } else {
      expect(Object.keys(read).sort()).toEqual(maskedNames)
      expect(read).toEqual({
        ...Object.fromEntries(maskedNames.map((name) => [name, made[name]])),
        etag: expect.not.stringContaining(String(made.etag)),
        visibility: 'private',
      })
    }
    expect((await guest.list()).items).toEqual([read])
    expect((await guest.get(made.id)).headers.etag).toBe(read.etag)
  })

  it('callers without a role cannot find out whether it exists', async () => {
    const events = await secondaryEvents(site)
    const { id } = await events.make({ visibility: 'public' })
    expectRefusal(await events.as(await site.user()).get(id), notFound)
  })

  it('a token for free and busy times shows no more than these', async () => {
    const events = await secondaryEvents(site)
    const made = await events.make(details)
    const { email } = events.user
    const narrow = events.as(await site.user({ email, scopes: ['calendar.events.freebusy'] }))
    expect(Object.keys(await narrow.read(made.id)).sort()).toEqual(maskedNames)
    expectRefusal(await narrow.patch(made.id, { summary: 'x' }), insufficientPermissions)
    expect(await events.read(made.id)).toEqual(made)
  })

  it.each(['calendar.events.owned', 'calendar.events.owned.readonly'])(
    'a token for %s shows events of calendars that its user owns',
    async (scope) => {
      const [own, shared] = [await secondaryEvents(site), await secondaryEvents(site)]
      const guest = await sharedWith(site, shared, 'writer')
      const [made, other] = [await own.make(), await shared.make()]
      const { email } = own.user
      expect(await own.as(await site.user({ email, scopes: [scope] })).read(made.id)).toEqual(made)
      const narrow = guest.as(await site.user({ email: guest.user.email, scopes: [scope] }))
      expectRefusal(await narrow.get(other.id), insufficientPermissions)
      expect(await guest.read(other.id)).toEqual(other)
    },
  )

  it('a token for events of public calendars shows no others', async () => {
    const events = await secondaryEvents(site)
    const made = await events.make()
    const { email } = events.user
    const scopes = ['calendar.events.public.readonly']
    const narrow = events.as(await site.user({ email, scopes }))
    expectRefusal(await narrow.get(made.id), insufficientPermissions)
    await publish(events)
    expect(await narrow.read(made.id)).toEqual(made)
  })
})

async function publish({ user, calendarId }: CalendarEvents): Promise<void> {
  const rule = { role: 'reader', scope: { type: 'default' } }
  expect((await user.post(`/calendars/${calendarId}/acl`, rule)).status).toBe(200)
}
