import { expect, it } from 'vitest'
import type { HttpReply } from '../support/http.ts'
import { discovered, signedIn } from '../support/official-clients.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onBarePaths, onEmbeddedServer, type Site } from '../support/sites.ts'

const documentPath = '/discovery/v1/apis/calendar/v3/rest'

const declareDiscovery = (site: Site) => {
  it('lists the interfaces and where each is described', async () => {
    const { json } = await site.call('/discovery/v1/apis')
    expect(json).toMatchObject({ kind: 'discovery#directoryList', discoveryVersion: 'v1' })
    expect(json.items?.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['calendar:v3', 'almanac:v1']),
    )
    for (const item of json.items!) {
      const path = (item.discoveryRestUrl as string).slice(site.base.length)
      expect((await site.call(path)).json).toMatchObject({ id: item.id })
    }
    const { json: named } = await site.call('/discovery/v1/apis?name=calendar&preferred=true')
    expect(named.items?.map(({ id }) => id)).toEqual(['calendar:v3'])
  })

  it('describes the addresses that this server answers at', async () => {
    const { json } = await site.call(documentPath)
    const servicePath = `${site.paths.calendar.slice(1)}/`
    expect(json).toMatchObject({
      kind: 'discovery#restDescription',
      id: 'calendar:v3',
      rootUrl: `${site.base}/`,
      servicePath,
      basePath: `/${servicePath}`,
      baseUrl: `${site.base}/${servicePath}`,
      batchPath: `batch${site.paths.calendar}`,
    })
  })

  it('describes what clients look at: methods, parameters, scopes and schemas', async () => {
    const { json } = await site.call(documentPath)
    expect(json).toMatchObject({
      parameters: { fields: {}, key: {}, prettyPrint: {}, quotaUser: {}, alt: {} },
      auth: { oauth2: { scopes: { 'https://www.googleapis.com/auth/calendar': {} } } },
      schemas: { Calendar: {}, Colors: {}, Setting: {}, Settings: {} },
      resources: {
        calendars: {
          methods: {
            get: { id: 'calendar.calendars.get', path: 'calendars/{calendarId}' },
            patch: { httpMethod: 'PATCH', request: { $ref: 'Calendar' } },
          },
        },
        settings: { methods: { list: { supportsSubscription: true } } },
      },
    })
  })

  it('returns the same document under the address of a service host', async () => {
    const document = await site.call(documentPath)
    expect((await site.call('/$discovery/rest?version=v3')).json).toEqual(document.json)
    expectRefusal(await site.call('/$discovery/rest?version=v99'), notFound)
    expectRefusal(await site.call('/discovery/v1/apis/calendar/v99/rest'), notFound)
  })

  it('returns the same description as an OpenAPI document', async () => {
    const { json } = await site.call('/openapi/calendar.v3.json')
    expect(json).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: {} })
    const text = JSON.stringify(json)
    expect(text).toContain(site.base)
    expect(text).toContain('calendar.calendars.get')
    expect(text).toContain(site.paths.calendar)
    expect((await site.call('/openapi/almanac.v1.json')).status).toBe(200)
  })

  it('builds clients that work, for our own interface too', async () => {
    const user = await site.user()
    const address = `${site.base}/discovery/v1/apis/almanac/v1/rest`
    const client = await discovered<OwnClient>(address, { auth: signedIn(user.token) })
    const { data } = await client.calendar.settings.update({
      setting: 'locale',
      requestBody: { value: 'de' },
    })
    expect(data).toMatchObject({ id: 'locale', value: 'de' })
    expect((await user.get('/users/me/settings/locale')).json.value).toBe('de')
  })

  it('follows the name that the caller used', async () => {
    const reply = await site.call(documentPath, { headers: { Host: 'calendar.example.org:8443' } })
    expect(rootUrlOf(reply)).toBe('http://calendar.example.org:8443/')
    const index = await site.call('/discovery/v1/apis', { headers: { Host: 'a.example' } })
    expect(index.json.items![0]!.discoveryRestUrl).toMatch(/^http:\/\/a\.example\/discovery\//)
  })

  it('believes nothing of what a proxy forwards that is not known', async () => {
    expect(await rootUrlWith(site, forwarded)).toBe(`${site.base}/`)
  })

  it('does not repeat a name that is none', async () => {
    for (const Host of ['evil.example/path', '"><script>', 'a b', 'x@y', '']) {
      expect(rootUrlOf(await site.call(documentPath, { headers: { Host } }))).toBe(`${site.base}/`)
    }
  })
}

onEmbeddedServer('discovery', declareDiscovery)
onBarePaths('discovery', declareDiscovery)

interface OwnClient {
  calendar: {
    settings: { update(params: object): Promise<{ data: unknown }> }
  }
}

const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'calendar.example.org' }

onEmbeddedServer(
  'discovery behind a trusted proxy',
  (site) => {
    it('names the address that the proxy was reached at', async () => {
      expect(await rootUrlWith(site, forwarded)).toBe('https://calendar.example.org/')
    })

    it('uses the first of several, which is the one that the client used', async () => {
      const chain = {
        'X-Forwarded-Proto': 'https, http',
        'X-Forwarded-Host': 'outer.example:8443, inner.example',
      }
      expect(await rootUrlWith(site, chain)).toBe('https://outer.example:8443/')
    })

    it('takes what is missing from the request itself', async () => {
      const { 'X-Forwarded-Proto': proto } = forwarded
      const own = new URL(site.base).host
      expect(await rootUrlWith(site, { 'X-Forwarded-Proto': proto })).toBe(`https://${own}/`)
    })

    it('does not repeat a name that is none', async () => {
      const odd = { ...forwarded, 'X-Forwarded-Host': 'evil.example/"><script>' }
      expect(await rootUrlWith(site, odd)).toBe(`${site.base}/`)
    })
  },
  { ALMANAC_MODE: 'dev', ALMANAC_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1' },
)

const rootUrlOf = (reply: HttpReply) => reply.json.rootUrl

const rootUrlWith = async (site: Site, headers: Record<string, string>) =>
  rootUrlOf(await site.call(documentPath, { headers }))
