import { expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import { discoveredClient } from '../support/calendar-client.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onBarePaths } from '../support/sites.ts'

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

  it('take batches at paths that follow', async () => {
    const { base, token, email } = await site.user()
    const line = 'GET /v3/calendars/primary'
    for (const path of ['/batch/v3', '/batch']) {
      const [part] = await callInBatch([{ line }], { base, path, token })
      expect(part!.json.id).toBe(email)
    }
    const gone = await site.call('/batch/calendar/v3', { method: 'POST', body: 'x' })
    expectRefusal(gone, notFound)
  })

  it('work with a client that was built from their description', async () => {
    const user = await site.user()
    const client = await discoveredClient(user)
    const { data } = await client.calendars.insert({ requestBody: { summary: 'Ops' } })
    const { data: read } = await client.calendars.get({ calendarId: data.id! })
    expect(read).toEqual(data)
  })
})
