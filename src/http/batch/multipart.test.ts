import { describe, expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import type { WireReply } from '../wire.ts'
import { closingLine, parseBatch, renderedReply } from './multipart.ts'
import { headerLinesPerPartMax } from './multipart-part.ts'

const limits = { partsMax: 1000 }
const mixed = 'multipart/mixed; boundary=b'

const parse = (text: string, contentType = mixed) =>
  parseBatch(contentType, Buffer.from(text), limits).map((part) =>
    'problem' in part ? part : { ...part, headers: { ...part.headers }, body: String(part.body) },
  )

const refusalOf = (text: string, contentType = mixed) => {
  try {
    parse(text, contentType)
    return 'accepted'
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    return `${(error as ApiError).status} ${(error as ApiError).refusals[0]?.reason}`
  }
}

/** One part around a request, with the line ends of the Python library. */
const enveloped = (request: string, partHeaders = 'Content-Type: application/http\n') =>
  `--b\n${partHeaders}\n${request}\n--b--\n`

const get = { contentId: undefined, method: 'GET', target: '/a', headers: {}, body: '' }

describe('a batch envelope', () => {
  it('of the Python library is understood, with its folded ids', () => {
    const contentType = 'multipart/mixed; boundary="===============7330845974216740156=="'
    const text = [
      '--===============7330845974216740156==',
      'Content-Type: application/http',
      'MIME-Version: 1.0',
      'Content-Transfer-Encoding: binary',
      'Content-ID: <b29c5de2-0db4-490b-b421-6a51b598bd22 +',
      ' 1>',
      '',
      'POST /calendar/v3/calendars/primary/events?alt=json HTTP/1.1',
      'Content-Type: application/json',
      'MIME-Version: 1.0',
      'Host: localhost',
      'content-length: 13',
      '',
      '{"summary":1}',
      '--===============7330845974216740156==--',
      '',
    ].join('\n')
    expect(parse(text, contentType)).toEqual([
      {
        contentId: '<b29c5de2-0db4-490b-b421-6a51b598bd22 + 1>',
        method: 'POST',
        target: '/calendar/v3/calendars/primary/events?alt=json',
        headers: {
          'content-type': 'application/json',
          'mime-version': '1.0',
          host: 'localhost',
          'content-length': '13',
        },
        body: '{"summary":1}',
      },
    ])
  })

  it('of the Ruby library is understood, with its absolute addresses', () => {
    const text = [
      '--RubyApiBatchRequest',
      'Content-Type: application/http',
      'Content-Id: <uuid+0>',
      'Content-Transfer-Encoding: binary',
      '',
      'DELETE https://host/calendar/v3/calendars/x/events/y? HTTP/1.1',
      'Host: host',
      '',
      '',
      '--RubyApiBatchRequest--',
      '',
    ].join('\r\n')
    expect(parse(text, 'multipart/mixed; boundary=RubyApiBatchRequest')).toEqual([
      {
        contentId: '<uuid+0>',
        method: 'DELETE',
        target: 'https://host/calendar/v3/calendars/x/events/y?',
        headers: { host: 'host' },
        body: '',
      },
    ])
  })

  it('may mix its line endings', () => {
    const text = '--b\r\nContent-ID: 1\n\r\nGET /a\nX-One: 1\r\n\nbody\r\n--b\n\nGET /a\n--b--'
    expect(parse(text)).toEqual([
      { ...get, contentId: '1', headers: { 'x-one': '1' }, body: 'body' },
      get,
    ])
  })

  it('may have a preamble, an epilogue and blanks behind its boundaries', () => {
    const text =
      'This is --b\n--bc\nfor you\n--b \t\r\n\r\nGET /a\r\n--b-- \r\n--b\n\nGET /b\n--b--'
    expect(parse(text)).toEqual([get])
  })

  it('keeps lines of a body that only resemble a boundary', () => {
    const body = '--bc\n --b\n--b-\n--b--x\n--a'
    expect(parse(enveloped(`POST /a\n\n${body}`))).toEqual([{ ...get, method: 'POST', body }])
  })

  it('keeps the line endings of a body, except the one before the boundary', () => {
    expect(parse('--b\n\nPOST /a\n\n\r\nx\n\r\n\r\n--b--')).toMatchObject([{ body: '\r\nx\n\r\n' }])
  })

  it('keeps the bytes of a body as they are', () => {
    const body = Buffer.from([0, 255, 13, 10, 128, 10])
    const bytes = Buffer.concat([Buffer.from('--b\n\nPOST /a\n\n'), body, Buffer.from('\n--b--')])
    expect(parseBatch(mixed, bytes, limits)).toMatchObject([{ body }])
  })

  it.each([
    ['3', 'xyz'],
    ['0', ''],
    ['99', 'xyz\n\n'],
    ['many', 'xyz\n\n'],
  ])('with a Content-Length of %s gives the body that it announces', (length, body) => {
    const text = enveloped(`POST /a\nContent-Length: ${length}\n\nxyz\n\n`)
    expect(parse(text)).toMatchObject([{ body }])
  })

  it.each(['GET /a', 'GET /a HTTP/1.1', 'GET  /a\tHTTP/1.0 ', '\r\n\nGET /a HTTP/2'])(
    'may write its request line as %j',
    (line) => {
      expect(parse(enveloped(line))).toEqual([get])
    },
  )

  it('may be cut off before its closing boundary', () => {
    expect(parse('--b\n\nGET /a')).toEqual([get])
    expect(parse('--b\n\nGET /a\n--b\n')).toEqual([get])
    expect(parse('--b\n\nGET /a\n--b')).toEqual([get])
  })

  it('reads a raw UTF-8 target', () => {
    expect(parse(enveloped('GET /a?q=Zürich'))).toMatchObject([{ target: '/a?q=Zürich' }])
  })

  it('joins a header that is repeated, in any case', () => {
    const [part] = parse(enveloped('GET /a\nX-A: 1\nx-a:2 \n__proto__: 3'))
    expect(part).toMatchObject({ headers: { 'x-a': '1, 2' } })
    expect(Object.keys((part as { headers: object }).headers)).toEqual(['x-a', '__proto__'])
  })

  it.each([
    'multipart/mixed; boundary=b',
    'multipart/mixed; boundary="b"',
    'Multipart/Mixed;charset="a;boundary=x" ; BOUNDARY = b ; x=y',
    'multipart/mixed; boundary="\\b"',
  ])('finds its boundary in %s', (contentType) => {
    expect(parse(enveloped('GET /a'), contentType)).toEqual([get])
  })

  it.each(["'()+_,-./:=?", 'with some space', 'x'.repeat(70), 'x'.repeat(200)])(
    'accepts the boundary %s',
    (boundary) => {
      const text = `--${boundary}\n\nGET /a\n--${boundary}--`
      expect(parse(text, `multipart/mixed; boundary="${boundary}"`)).toEqual([get])
    },
  )

  it.each([
    ['no boundary', 'multipart/mixed'],
    ['an empty boundary', 'multipart/mixed; boundary='],
    ['an empty quoted boundary', 'multipart/mixed; boundary=""'],
    ['a boundary that is too long', `multipart/mixed; boundary=${'x'.repeat(201)}`],
    ['a boundary with control characters', 'multipart/mixed; boundary="b\nc"'],
    ['another media type', 'multipart/form-data; boundary=b'],
    ['no media type', ''],
  ])('is refused with %s', (_, contentType) => {
    expect(refusalOf(enveloped('GET /a'), contentType)).toBe('400 badRequest')
  })

  it.each([
    '',
    '--b--',
    '--b',
    '--b\r\n',
    'GET /a',
    '--c\n\nGET /a\n--c--',
    ' --b\n\nGET /a\n--b--',
  ])('without any part is refused: %j', (text) => {
    expect(refusalOf(text)).toBe('400 badRequest')
  })

  it('has at most a thousand parts', () => {
    const parts = (count: number) => '--b\n\nGET /a\n'.repeat(count) + '--b--'
    expect(refusalOf(parts(1000))).toBe('accepted')
    expect(refusalOf(parts(1001))).toBe('400 badRequest')
    expect(refusalOf('--b\n'.repeat(1_000_000))).toBe('400 badRequest')
  })
})

describe('a malformed part', () => {
  it.each([
    ['is empty', '--b\n--b--'],
    ['has no request', '--b\nContent-Type: application/http\n\n--b--'],
    ['has a header without a colon', enveloped('GET /a', 'Content-Type\n')],
    ['begins with a folded header', enveloped('GET /a', ' x\n')],
    ['has a request in the place of its headers', '--b\nGET http://host/a\n--b--'],
    ['has no target', enveloped('GET')],
    ['has a space in its target', enveloped('GET /a b HTTP/1.1')],
    ['has a control character in its target', enveloped('GET /a\x01')],
    ['has a broken inner header', enveloped('GET /a\nX Y: 1')],
    ['has a control character in a header', enveloped('GET /a\nX: 1\r2')],
    ['has another media type', enveloped('GET /a', 'Content-Type: text/plain\n')],
    ['is encoded', enveloped('GET /a', 'Content-Transfer-Encoding: base64\n')],
    ['has too many headers', enveloped(`GET /a\n${'X: 1\n'.repeat(headerLinesPerPartMax + 1)}`)],
  ])('that %s is reported', (_, text) => {
    expect(parse(text)).toEqual([{ contentId: undefined, problem: expect.any(String) }])
  })

  it('whose target is not UTF-8 is reported', () => {
    const bytes = Buffer.from(enveloped('GET /a\xff'), 'latin1')
    expect(parseBatch(mixed, bytes, limits)).toMatchObject([{ problem: expect.any(String) }])
  })

  it('keeps its Content-ID and spoils no other part', () => {
    const text = '--b\nContent-ID: <1>\n\nGET\n--b\nContent-ID: <2>\n\nGET /a\n--b--'
    expect(parse(text)).toEqual([
      { contentId: '<1>', problem: expect.any(String) },
      { ...get, contentId: '<2>' },
    ])
  })
})

describe('a rendered batch', () => {
  it('is exact to the byte', () => {
    const type = { 'Content-Type': 'application/json; charset=UTF-8' }
    const replies: [string | undefined, WireReply][] = [
      ['<uuid + 1>', { status: 200, headers: type, body: '"ü"' }],
      ['7', { status: 204, headers: {}, body: undefined }],
      [undefined, { status: 304, headers: { ETag: '"1"' }, body: Buffer.alloc(0) }],
      [undefined, { status: 599, headers: {}, body: [Buffer.from('a'), Buffer.from('b')] }],
    ]
    const pieces = replies.flatMap(([id, reply]) => renderedReply(id, reply, 'batch_x'))
    const whole = Buffer.concat([...pieces, closingLine('batch_x')])
    expect(whole.toString()).toBe(
      [
        '--batch_x',
        'Content-Type: application/http',
        'Content-ID: <response-uuid + 1>',
        '',
        'HTTP/1.1 200 OK',
        'Content-Type: application/json; charset=UTF-8',
        'Content-Length: 4',
        '',
        '"ü"',
        '--batch_x',
        'Content-Type: application/http',
        'Content-ID: response-7',
        '',
        'HTTP/1.1 204 No Content',
        'Content-Length: 0',
        '',
        '',
        '--batch_x',
        'Content-Type: application/http',
        '',
        'HTTP/1.1 304 Not Modified',
        'ETag: "1"',
        'Content-Length: 0',
        '',
        '',
        '--batch_x',
        'Content-Type: application/http',
        '',
        'HTTP/1.1 599 Unknown',
        'Content-Length: 2',
        '',
        'ab',
        '--batch_x--',
        '',
      ].join('\r\n'),
    )
  })

  it('never lets a header break out of its line', () => {
    const reply = { status: 200, headers: { X: 'a\r\nY: b' }, body: '' }
    expect(() => renderedReply('1', reply, 'b')).toThrow(/no header may hold/)
    const plain = { status: 200, headers: {}, body: '' }
    expect(() => renderedReply('a\u010ab', plain, 'b')).toThrow(/no header may hold/)
  })
})
