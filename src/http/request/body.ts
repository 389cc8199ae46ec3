import { isAscii } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { badRequest, parseError, payloadTooLarge, unsupportedEncoding } from '#/kernel/errors.ts'
import type { WireRequest } from '../wire.ts'
import { quoteLongIntegers, surveyJson } from './json-survey.ts'

const inflate = promisify(gunzip)

export interface BodyLimits {
  readonly bodyBytesMax: number
  readonly jsonDepthMax: number
  readonly jsonMembersMax: number
}

/** The bytes of the body, decompressed if necessary. */
export function plainBody(
  request: WireRequest,
  bytesMax: number,
): Buffer | undefined | Promise<Buffer> {
  const { body } = request
  if (body === undefined || body.length === 0) return undefined
  if (body.length > bytesMax) throw payloadTooLarge(bytesMax)
  const encoding = request.headers['content-encoding']?.trim().toLowerCase()
  if (encoding === undefined || encoding === '' || encoding === 'identity') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw unsupportedEncoding(encoding.slice(0, 40))
  return inflatedBody(body, bytesMax)
}

async function inflatedBody(body: Buffer, bytesMax: number): Promise<Buffer> {
  try {
    return await inflate(body, { maxOutputLength: bytesMax })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw payloadTooLarge(bytesMax)
    throw badRequest('The body is not the gzip data that its Content-Encoding announces.')
  }
}

// Most bodies are ASCII, which needs no decoding.
export function textIn(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  try {
    return utf8.decode(bytes)
  } catch {
    throw parseError('The body is not UTF-8 text.')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The parsed body; an empty object if there is no body. */
export function parseJson(bytes: Buffer | undefined, limits: BodyLimits): unknown {
  if (bytes === undefined) return {}
  const text = textIn(bytes)
  if (text.trim() === '') return {}
  const { jsonDepthMax: depthMax, jsonMembersMax: membersMax } = limits
  const { longNumbers } = surveyJson(text, { depthMax, membersMax })
  try {
    // Some clients send 64-bit integers as numbers.
    return JSON.parse(longNumbers.length === 0 ? text : quoteLongIntegers(text, longNumbers))
  } catch {
    throw parseError()
  }
}

const formType = /^application\/x-www-form-urlencoded\b/i

export const isForm = (request: WireRequest): boolean =>
  formType.test(request.headers['content-type'] ?? '')

/** The media type of the body, without parameters. */
export const mediaTypeOf = (request: WireRequest): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
