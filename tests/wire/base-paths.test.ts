import { expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import { discoveredClient } from '../support/calendar-client.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onBarePaths } from '../support/sites.ts'
import { openChannel } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

onBarePaths('services', (site) => {
  it('answer at the paths they were given and no longer at the usual ones', async () => {
    const user = await site.user()
    const headers = { Authorization: `Bearer ${user.token}` }
    expect((await site.call('/v3/colors', { headers })).status).toBe(200)
    for (const path of [
      '/calendar/v3/colors',
      '/almanac/v1/users/me/settings/locale',
      '/v1/colors',
    ]) {
      expectRefusal(await site.call(path, { headers }), notFound)
    }
  })

  it('describe themselves at the paths they were given', async () => {
    const calendar = await site.call('/discovery/v1/apis/calendar/v3/rest')
    expect(calendar.json).toMatchObject({ servicePath: 'v3/', batchPath: 'batch/v3' })
    const own = await site.call('/discovery/v1/apis/almanac/v1/rest')
    expect(JSON.stringify(own.json)).toContain('v1/')
    expect(own.text).not.toContain('almanac/v1/users')
  })

  it('accept batches at paths that follow', async () => {
    const { base, token, email } = await site.user()
    const line = 'GET /v3/calendars/primary'
    for (const path of ['/batch/v3', '/batch']) {
      const [part] = await callInBatch([{ line }], { base, path, token })
      expect(part!.json.id).toBe(email)
    }
    const gone = await site.call('/batch/calendar/v3', { method: 'POST', body: 'x' })
    expectRefusal(gone, notFound)
  })

  it('change settings at the path of the operations of our own', async () => {
    const user = await site.user()
    expect((await user.changeSetting('weekStart', '1')).status).toBe(200)
    expect((await user.get('/users/me/settings/weekStart')).json.value).toBe('1')
  })

  it('name the paths they were given in the messages of channels', async () => {
    await using receiver = await WebhookReceiver.open()
    const user = await site.user()
    const { address } = await openChannel(receiver, user, '/calendars/primary/events')
    const [message] = await receiver.until(address, 1)
    expect(message!.headers['x-goog-resource-uri']).toMatch(
      new RegExp(`^${site.base}/v3/calendars/`),
    )
  })

  it('work with a client that was built from their description', async () => {
    const user = await site.user()
    const client = await discoveredClient(user)
    const { data } = await client.calendars.insert({ requestBody: { summary: 'Ops' } })
    const { data: read } = await client.calendars.get({ calendarId: data.id! })
    expect(read).toEqual(data)
  })
})
