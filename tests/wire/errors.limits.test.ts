import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { exchange } from '../support/raw-socket.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const tooLarge = { status: 413, reason: 'uploadTooLarge' }
const limits = {
  ALMANAC_BODY_BYTES_MAX: '4096',
  ALMANAC_BATCH_BYTES_MAX: '16384',
  ALMANAC_HEADER_BYTES_MAX: '8192',
}

const titleOf = (length: number) => ({ summary: 'x', unknown: 'x'.repeat(length) })

onEmbeddedServer(
  'limits',
  (site) => {
    it('let a body just below them pass and refuse one above', async () => {
      const user = await site.user()
      expect((await user.post('/calendars', titleOf(4000))).status).toBe(200)
      expectRefusal(await user.post('/calendars', titleOf(4200)), tooLarge)
    })

    it('hold for a body that announces its length and one that does not', async () => {
      const user = await site.user()
      expectRefusal(await user.post('/calendars', titleOf(20_000)), tooLarge)
      const text = 'x'.repeat(40_000)
      const answer = await exchange(
        site.base,
        `POST ${user.paths.calendar}/calendars HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n` +
          `Authorization: Bearer ${user.token}\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      expect(answer).toContain('"uploadTooLarge"')
    })

    it('hold for what a compressed body inflates to', async () => {
      const user = await site.user()
      const headers = { 'Content-Encoding': 'gzip' }
      const bomb = gzipSync(Buffer.alloc(10_000_000, 0x20))
      expect(bomb.length).toBeLessThan(16_000)
      expectRefusal(await user.post('/calendars', bomb, headers), tooLarge)
      const small = gzipSync(Buffer.alloc(100_000, 0x20))
      expectRefusal(await user.post('/calendars', small, headers), tooLarge)
    })

    it('hold for the head of a request', async () => {
      const user = await site.user()
      const reply = await user.get('/colors', { 'X-Long': 'x'.repeat(9000) })
      expectRefusal(reply, { status: 431, reason: 'badRequest' })
      expect(reply.headers.date).toEqual(expect.any(String))
      const long = await user.get(`/colors?q=${'x'.repeat(9000)}`)
      expect(long.status).toBe(431)
    })

    it('hold for a batch and for its parts', async () => {
      const user = await site.user()
      const reply = await site.call('/batch', {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
        body: 'x'.repeat(17_000),
      })
      expectRefusal(reply, tooLarge)
      expect((await user.get('/colors')).status).toBe(200)
    })
  },
  limits,
)
