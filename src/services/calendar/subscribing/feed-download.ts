import { guardedFetch } from '#/kernel/outgoing/guarded-fetch.ts'
import type { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import { wholeCharacters } from '#/kernel/text/whole-characters.ts'

const redirectsMax = 5
const timeoutMs = 30_000

/** What identifies a version of a feed to the server that it comes from. */
interface FeedVersion {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** A feed that was downloaded, or the statement that it has not changed. */
type Download =
  | { readonly isSame: true }
  | { readonly isSame: false; readonly text: string; readonly version: FeedVersion }

export type DownloadFeed = (
  address: string,
  version: FeedVersion,
  signal: AbortSignal,
) => Promise<Download>

/** A feed that cannot be downloaded; the message is for the user. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}

/** Downloads feeds under the rules for webhooks, which hold for each redirect as well. */
export function feedDownloads({
  rules,
  feedBytesMax,
}: {
  readonly rules: TargetRules
  readonly feedBytesMax: number
}): DownloadFeed {
  const fetch = guardedFetch({ rules, timeoutMs, replyBytesMax: feedBytesMax })
  return async (address, { etag, lastModified }, signal) => {
    const headers = {
      Accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      'User-Agent': 'Almanac',
      ...(etag !== null && { 'If-None-Match': etag }),
      ...(lastModified !== null && { 'If-Modified-Since': lastModified }),
    }
    const reply = await fetchFollowingRedirects(fetch, address, { headers, signal })
    if (reply.status === 304) return { isSame: true }
    if (reply.status !== 200) throw new FeedError(`The server answered ${reply.status}.`)
    return {
      isSame: false,
      text: textOf(await reply.arrayBuffer()),
      version: { etag: header(reply, 'etag'), lastModified: header(reply, 'last-modified') },
    }
  }
}

async function fetchFollowingRedirects(
  fetch: ReturnType<typeof guardedFetch>,
  address: string,
  options: RequestInit,
): Promise<Response> {
  let at = address
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const reply = await attempt(fetch, at, options)
    const location = reply.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(reply.status) || location === null) return reply
    at = URL.parse(location, at)?.href ?? ''
  }
  throw new FeedError(`The address redirects more than ${redirectsMax} times.`)
}

async function attempt(
  fetch: ReturnType<typeof guardedFetch>,
  address: string,
  options: RequestInit,
): Promise<Response> {
  try {
    return await fetch(address, options)
  } catch (cause) {
    options.signal?.throwIfAborted()
    throw new FeedError(`The feed cannot be downloaded: ${reasonOf(cause)}`, { cause })
  }
}

/** The innermost error has the cause; the outer ones are generic. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error.'
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

/** Long headers are ignored, so that the next request does not become too long. */
function header({ headers }: Response, name: string): string | null {
  const value = headers.get(name)
  return value !== null && value.length <= 500 ? value : null
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(wholeCharacters(Buffer.from(bytes)))
  } catch {
    throw new FeedError('The feed is not UTF-8.')
  }
}
