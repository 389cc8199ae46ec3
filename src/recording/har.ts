import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { CapturedBody, Exchange } from '#/interception/forwarding.ts'
import { maskedBody, maskedHeader, maskedUrl } from '#/kernel/text/masking.ts'

interface HarPair {
  readonly name: string
  readonly value: string
}

/** An entry of an HTTP Archive 1.2, as far as it is written and read here. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly HarPair[]
    readonly postData?: { readonly mimeType: string; readonly text?: string }
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly HarPair[]
    readonly content: {
      readonly mimeType: string
      readonly text?: string
      readonly encoding?: string
    }
  }
}

export const harText = (entries: readonly HarEntry[], version: string): string =>
  `${JSON.stringify({ log: { version: '1.2', creator: { name: 'Almanac', version }, entries } }, null, 2)}\n`

/** An exchange as an entry, without secrets. Bodies that are too long or not text are left out. */
export function harEntry(exchange: Exchange): HarEntry {
  const { startedMs, durationMs, method, status, statusText } = exchange
  const sent = pairs(exchange.requestHeaders)
  const received = pairs(exchange.responseHeaders)
  const url = maskedUrl(exchange.url)
  const requestText = textOf(exchange.requestBody, sent)
  const responseText = textOf(exchange.responseBody, received)
  const requestType = headerOf(sent, 'content-type')
  const responseType = headerOf(received, 'content-type')
  return {
    startedDateTime: Temporal.Instant.fromEpochMilliseconds(startedMs).toString(),
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: sent.map(maskedPair),
      queryString: [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({
        name,
        value,
      })),
      headersSize: -1,
      bodySize: exchange.requestBody.bytes.length,
      ...(requestText !== undefined &&
        requestText !== '' && {
          postData: { mimeType: requestType, text: maskedBody(requestText, requestType) },
        }),
    },
    response: {
      status,
      statusText,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: received.map(maskedPair),
      content: {
        size: exchange.responseBody.bytes.length,
        mimeType: responseType,
        ...(responseText !== undefined && { text: maskedBody(responseText, responseType) }),
      },
      redirectURL: maskedUrl(headerOf(received, 'location')),
      headersSize: -1,
      bodySize: exchange.responseBody.bytes.length,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  } as HarEntry
}

function pairs(flat: readonly string[]): HarPair[] {
  return flat.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, value: flat[index + 1] ?? '' }] : [],
  )
}

const maskedPair = ({ name, value }: HarPair): HarPair => ({
  name,
  value: maskedHeader(name, value),
})

const headerOf = (headers: readonly HarPair[], headerName: string): string =>
  headers.find(({ name }) => name.toLowerCase() === headerName)?.value ?? ''

const decoders: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>
> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
}

const textBytesMax = 16 * 1024 * 1024

function textOf(
  { bytes, isComplete }: CapturedBody,
  headers: readonly HarPair[],
): string | undefined {
  if (!isComplete) return undefined
  try {
    const decode = decoders[headerOf(headers, 'content-encoding')]
    const plain = decode === undefined ? bytes : decode(bytes, { maxOutputLength: textBytesMax })
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    return undefined
  }
}

/** A file is not an HTTP Archive. */
export class InvalidHarError extends Error {
  override readonly name = 'InvalidHarError'
}

/** The entries of an HTTP Archive, which any program may have written. */
export function parseHar(text: string): HarEntry[] {
  let entries: unknown
  try {
    entries = (JSON.parse(text) as { log?: { entries?: unknown } } | null)?.log?.entries
  } catch (cause) {
    throw new InvalidHarError('it is not JSON', { cause })
  }
  if (!Array.isArray(entries)) throw new InvalidHarError('it has no log.entries')
  for (const [index, entry] of entries.entries()) {
    if (!isEntry(entry)) throw new InvalidHarError(`log.entries[${index}] is incomplete`)
  }
  return entries
}

function isEntry(value: unknown): value is HarEntry {
  const { request, response } = (value ?? {}) as Partial<HarEntry>
  return (
    typeof request?.method === 'string' &&
    /^[A-Z]+$/.test(request.method) &&
    URL.canParse(request.url) &&
    arePairs(request.headers) &&
    isOptionalText(request.postData?.text) &&
    Number.isInteger(response?.status) &&
    arePairs(response?.headers) &&
    typeof response?.content === 'object' &&
    isOptionalText(response.content?.text)
  )
}

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string'

const arePairs = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair) => typeof pair?.name === 'string' && typeof pair?.value === 'string')
