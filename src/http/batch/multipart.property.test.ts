import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import { expectCheapHere } from '../../../tests/support/cpu-time.ts'
import { parseBatch, renderedReply } from './multipart.ts'
import type { BatchCall } from './multipart-part.ts'

const limits = { partsMax: 1000 }
const boundary = 'batch_7'
const contentType = `multipart/mixed; boundary=${boundary}`

const lineEnd = fc.constantFrom('\n', '\r\n')
// Any byte that may stand in a header; 0xA0 ends some UTF-8 characters and looks like a space.
const contentId = fc
  .array(fc.constantFrom('<', '>', ' ', '+', 'a', '1', '\xc3', '\xa0', '\xff'), { minLength: 1 })
  .map((characters) => characters.join('').replace(/^ +| +$/g, ''))

const call = fc.record({
  contentId: fc.option(contentId, { nil: undefined }),
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
  target: fc.webUrl({ withQueryParameters: true }),
  headers: fc.dictionary(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.stringMatching(/^[!-~]{0,9}$/)),
  body: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
})

/** Writes a call as a client does, with a line end of its own choice for each line. */
function written(part: BatchCall, lineEnds: readonly string[]): Buffer {
  let count = 0
  const ended = (line: string) => line + lineEnds[count++ % lineEnds.length]
  const lines = [
    `--${boundary}`,
    'content-type: application/http',
    ...(part.contentId === undefined ? [] : [`CONTENT-ID: ${part.contentId}`]),
    '',
    `${part.method} ${part.target}${lineEnds.length % 2 ? ' HTTP/1.1' : ''}`,
    ...Object.entries(part.headers).map(([name, value]) => `${name.toUpperCase()}:${value}`),
    '',
  ]
  const head = Buffer.from(lines.map(ended).join(''), 'latin1')
  return Buffer.concat([head, part.body, Buffer.from('\r\n')])
}

const end = Buffer.from(`--${boundary}--`)
const empty = { status: 200, headers: {}, body: '' }

describe('any batch', () => {
  it('is read back as it was written, and its ids are echoed byte by byte', () => {
    const lineEnds = fc.array(lineEnd, { minLength: 1 })
    fc.assert(
      fc.property(fc.array(call, { minLength: 1 }), lineEnds, (calls, ends) => {
        const bytes = Buffer.concat([...calls.map((part) => written(part, ends)), end])
        const parts = parseBatch(contentType, bytes, limits) as BatchCall[]
        expect(parts.map((part) => ({ ...part, headers: { ...part.headers } }))).toEqual(
          calls.map((part) => ({ ...part, headers: { ...part.headers } })),
        )

        const replies = parts.flatMap(({ contentId }) => renderedReply(contentId, empty, boundary))
        const echoed = idsIn(Buffer.concat(replies))
        expect(echoed).toEqual(calls.flatMap((part) => answeredId(part.contentId)))
      }),
    )
  })

  it('is parsed or rejected, for any bytes', () => {
    const piece = fc.constantFrom(
      `--${boundary}`,
      ...['\n', '\r', '\r\n', '--', ' ', ':', 'GET /a', 'Content-ID: 1', 'X: 1', '\xff', '\0'],
    )
    const bytes = fc.oneof(
      fc.uint8Array().map((random) => Buffer.from(random)),
      fc.array(piece, { maxLength: 50 }).map((pieces) => Buffer.from(pieces.join(''), 'latin1')),
    )
    const header = fc.oneof(fc.string(), fc.constant(contentType))
    fc.assert(
      fc.property(header, bytes, (type, body) => {
        try {
          for (const part of parseBatch(type, body, limits)) {
            renderedReply(part.contentId, empty, 'b')
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['boundary-like lines', contentType, `--${boundary}x\n`],
    ['boundaries inside of lines', contentType, `--${boundary}`],
    ['boundaries with blanks', contentType, `--${boundary}      `],
    ['dashes', 'multipart/mixed; boundary=-------', '-'],
    ['line ends', contentType, '\r\n'],
    ['headers', contentType, 'X: 1\n'],
    ['folded headers', contentType, ' x\n'],
    ['blanks', contentType, ' \t'],
  ])('full of %s is read in linear time', async (_, type, piece) => {
    const bytes = Buffer.from(`--${boundary}\nX: 1\n${piece.repeat(1_000_000)}`)
    await expectCheapHere(() => {
      try {
        parseBatch(type, bytes, limits)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
      }
    })
  })

  it('with a hostile Content-Type is rejected in linear time', () =>
    expectCheapHere(() => {
      for (const piece of [';', ' ', '; a', '="', '\\', ';a="']) {
        const type = `multipart/mixed${piece.repeat(100_000)}`
        expect(() => parseBatch(type, end, limits)).toThrow(ApiError)
      }
    }))
})

const idsIn = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .split('\r\n')
    .filter((line) => line.startsWith('Content-ID: '))
    .map((line) => line.slice('Content-ID: '.length))

function answeredId(id: string | undefined): string[] {
  if (id === undefined) return []
  return [id.startsWith('<') ? `<response-${id.slice(1)}` : `response-${id}`]
}
