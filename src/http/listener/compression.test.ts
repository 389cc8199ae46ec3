import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { Compressor } from './compression.ts'

const bodies = {
  text: 'a text with ä, ö and 日本',
  'long text': 'the same words again '.repeat(200_000),
  bytes: Buffer.from('bytes'),
  pieces: [Buffer.from('{"items":['), Buffer.alloc(300_000, 'x'), Buffer.from(']}')],
  'random bytes': Buffer.from(
    Array.from({ length: 200_000 }, (_, index) => (index * 2654435761) >>> 24),
  ),
  nothing: '',
}

const plain = (body: string | Buffer | readonly Buffer[]): Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.concat(body)

it('compresses each body so that it can be read alone, whatever was compressed before', async () => {
  const compressor = new Compressor()
  for (let round = 0; round < 3; round++) {
    for (const body of Object.values(bodies)) {
      const bytes = await compressor.gzip(body)
      expect(gunzipSync(bytes).equals(plain(body))).toBe(true)
    }
  }
})

it('compresses bodies at the same time', async () => {
  const compressor = new Compressor()
  const many = Array.from({ length: 20 }, (_, index) => `body ${index} `.repeat(5_000))
  const compressed = await Promise.all(many.map((body) => compressor.gzip(body)))
  expect(compressed.map((bytes) => gunzipSync(bytes).toString())).toEqual(many)
  expect(compressed.every(({ length }) => length < 2_000)).toBe(true)
})
