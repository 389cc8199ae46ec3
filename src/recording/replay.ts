import { bodyDifferences, type Difference } from './comparison.ts'
import type { HarEntry } from './har.ts'

/** What a replay found out about one entry of a recording. */
interface ReplayedEntry {
  readonly method: string
  /** Path and query as recorded. */
  readonly target: string
  readonly differences: readonly Difference[]
}

interface ReplayServer {
  /** The root URL, without a trailing slash. */
  readonly url: string
  readonly token: string
}

/** Headers that are part of what a client asks for. Others describe its connection or its credentials. */
const sentHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'x-http-method-override',
])

const replayedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Paths of sign-in and of the workbench, which say nothing about the services. */
const skippedPaths =
  /^\/(?:_almanac|o\/oauth2|oauth2|token|tokeninfo|revoke|device|signin|\.well-known|v1\/userinfo)(?:\/|$)/

/**
 * Sends the requests of a recording to a server one after another and compares the responses. Identifiers
 * that the server chose differently are replaced in later requests.
 */
export async function* replay(
  entries: readonly HarEntry[],
  server: ReplayServer,
): AsyncGenerator<ReplayedEntry> {
  const replacements = new Map<string, string>()
  const withReplacements = (text: string) => {
    let result = text
    for (const [from, to] of replacements) result = result.replaceAll(from, to)
    return result
  }
  for (const { request, response } of entries) {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/worlds\/[^/]+(?=\/)/, '')
    if (skippedPaths.test(path) || !replayedMethods.has(request.method)) continue
    const isAuthorized = hasCredentials(request)
    for (const name of ['access_token', 'oauth_token', 'key']) {
      // Even without an effect, a deletion would encode the other parameters again.
      if (url.searchParams.has(name)) url.searchParams.delete(name)
    }
    const target = path + url.search
    const headers = request.headers
      .filter(({ name }) => sentHeaders.has(name.toLowerCase()))
      .map(({ name, value }) => [name, withReplacements(value)] as [string, string])
    if (isAuthorized) headers.push(['Authorization', `Bearer ${server.token}`])
    const { text } = request.postData ?? {}
    const reply = await fetch(server.url + withReplacements(target), {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(text !== undefined && canHaveBody(request.method) && { body: withReplacements(text) }),
    })
    const differences = statusDifferences(response.status, reply.status)
    const replayed = jsonOf(await reply.text())
    const recorded = jsonOf(response.content.text ?? '')
    if (recorded !== undefined || replayed !== undefined) {
      differences.push(
        ...bodyDifferences(recorded, replayed, (from, to) => {
          // A short text may also occur elsewhere by chance.
          if (from.length < identifierLengthMin) return
          replacements.set(from, to)
          replacements.set(encodeURIComponent(from), encodeURIComponent(to))
        }),
      )
    }
    yield { method: request.method, target, differences }
  }
}

const identifierLengthMin = 6

const canHaveBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

const hasCredentials = ({ url, headers }: HarEntry['request']): boolean =>
  headers.some(({ name }) => name.toLowerCase() === 'authorization') ||
  /[?&](?:access_token|oauth_token)=/.test(url)

const statusDifferences = (recorded: number, replayed: number): Difference[] =>
  recorded === replayed ? [] : [{ kind: 'status', path: '', recorded, replayed }]

/** A body as JSON; undefined if it is empty, and its text if it is something else. */
function jsonOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
