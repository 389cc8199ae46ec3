import { describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { embeddedEngine, type TestServer } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

describe('the workbench guard', () => {
  const shared = sharedServers(embeddedEngine)
  const paths = ['/_almanac/clock', '/_almanac/faults', '/_almanac/quota', '/_almanac/snapshots']

  for (const [name, value] of [
    ['Host', 'almanac.example.com'],
    ['Host', '127.0.0.1.example.com'],
    ['Host', '10.0.0.1:8080'],
    ['Origin', 'http://127.0.0.1'],
    ['Origin', 'null'],
    ['Forwarded', 'for=10.0.0.1'],
    ['X-Forwarded-For', '10.0.0.1'],
    ['X-Forwarded-Host', 'almanac.example.com'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Port', '443'],
    ['X-Real-IP', '10.0.0.1'],
    ['Via', '1.1 proxy'],
  ] as const) {
    it(`does not exist for a caller with ${name}: ${value}`, async () => {
      const { base } = shared.servers[0] as TestServer
      for (const path of paths) {
        expect((await as(base).get(path, { [name]: value })).status).toBe(404)
      }
      const minting = await as(base).post(
        '/_almanac/tokens',
        { email: 'stranger@example.com' },
        { [name]: value },
      )
      expect(minting.status).toBe(404)
      expect(minting.json.error.errors[0]!.reason).toBe('notFound')
    })
  }

  it('answers every name of this machine', async () => {
    const { base } = shared.servers[0] as TestServer
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1', '[::1]:80', 'a.localhost']) {
      expect((await as(base).get('/_almanac/clock', { Host: host })).status).toBe(200)
    }
  })

  it('judges a part of a batch by the request that contains it', async () => {
    const { base } = shared.servers[0] as TestServer
    for (const [outer, inner] of [
      ['Host: almanac.example.com', 'Host: localhost'],
      ['Origin: http://evil.example', 'Origin:'],
      ['X-Forwarded-For: 10.0.0.1', 'X-Forwarded-For:'],
    ] as const) {
      const part = [
        `--b\r\nContent-Type: application/http\r\n\r\nPOST /_almanac/tokens\r\n${inner}\r\n`,
        'Content-Type: application/json\r\n\r\n{"email":"stranger@example.com"}\r\n--b--\r\n',
      ].join('')
      const [name = '', value = ''] = outer.split(': ')
      const reply = await as(base).post('/batch', part, {
        'Content-Type': 'multipart/mixed; boundary=b',
        [name]: value,
      })
      expect(reply.status).toBe(200)
      expect(reply.text).toContain('HTTP/1.1 404 ')
      expect(reply.text).not.toContain('alm_at_')
    }
  })

  it('does not exist at all in production', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.start({ ALMANAC_MODE: 'production' })
    const bench = as(server.base)
    for (const path of paths) expect((await bench.get(path)).status).toBe(404)
    for (const path of ['tokens', 'clock', 'faults', 'reset', 'snapshots', 'snapshots/x/restore']) {
      const reply = await bench.post(`/_almanac/${path}`, { email: 'a@example.com' })
      expect([path, reply.status]).toEqual([path, 404])
    }
    const [part] = await bench.batch([{ path: '/_almanac/clock' }], '/batch')
    expect(part!.status).toBe(404)
  })
})
