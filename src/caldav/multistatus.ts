import type { WireReply } from '#/http/wire.ts'
import { badRequest, refusal, refuse } from '#/kernel/errors.ts'
import { childOf, element, escapeXml, fullName, type XmlElement, xmlDocument } from './xml/xml.ts'

/** The properties of a resource by their full names: rendered content, or what renders it if it is wanted. */
export type Properties = ReadonlyMap<string, string | (() => string)>

/** The properties that a request asks for. */
export interface PropertySelection {
  /** Undefined for all properties that are shown without being asked for. */
  readonly names: readonly string[] | undefined
  /** Whether only the names are requested. */
  readonly isNamesOnly: boolean
}

const propertiesMax = 100
const namesCharactersMax = 10_000

/** The properties that a request names. Their number is limited, because each resource repeats them. */
export function propertiesIn(body: XmlElement | undefined): PropertySelection {
  const prop = childOf(body, fullName('d', 'prop'))
  const isNamesOnly = childOf(body, fullName('d', 'propname')) !== undefined
  const names = prop && [...new Set(prop.children.map(({ name }) => name))]
  if (names !== undefined && isTooLong(names)) throw badRequest('Too many properties are named.')
  return { names, isNamesOnly }
}

const isTooLong = (names: readonly string[]): boolean =>
  names.length > propertiesMax || names.join('').length > namesCharactersMax

const d = (local: string, content: string) => element(fullName('d', local), content)

export const href = (address: string): string => d('href', escapeXml(address))

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
}

export const statusLine = (status: number): string =>
  d('status', `HTTP/1.1 ${status} ${statusTexts[status] ?? ''}`.trim())

/** Renders some properties of a resource with their status, and the precondition that is not met. */
export function propstat(
  status: number,
  properties: readonly string[],
  precondition?: string,
): string {
  if (properties.length === 0) return ''
  const error = precondition === undefined ? '' : d('error', element(precondition))
  return d('propstat', d('prop', properties.join('')) + statusLine(status) + error)
}

/** Renders what a resource has of the properties that are requested. */
export function propertiesResponse(
  address: string,
  properties: Properties,
  { names, isNamesOnly }: PropertySelection,
): string {
  const selected = names ?? [...properties.keys()].filter((name) => !unlisted.has(name))
  const found = selected.flatMap((name) => {
    const content = properties.get(name)
    if (content === undefined) return []
    if (isNamesOnly) return [element(name)]
    return [element(name, typeof content === 'string' ? content : content())]
  })
  const missing = selected.filter((name) => !properties.has(name)).map((name) => element(name))
  const stats = propstat(200, found) + propstat(404, missing)
  return d('response', href(address) + (stats === '' ? propstat(200, [' ']) : stats))
}

/** Properties that are rendered only if a request names them. */
const unlisted: ReadonlySet<string> = new Set(
  ['calendar-data', 'schedule-tag'].map((name) => fullName('c', name)),
)

/** Renders the status of a resource as a whole. */
export const statusResponse = (address: string, status: number, more = ''): string =>
  d('response', href(address) + statusLine(status) + more)

export const multistatusReply = (responses: readonly (string | Buffer)[], more = ''): WireReply => {
  const isText = responses.every((response) => typeof response === 'string')
  if (isText) return xmlReply(207, xmlDocument('d:multistatus', responses.join('') + more))
  const [head = '', tail = ''] = xmlDocument('d:multistatus', '\0').split('\0')
  return xmlReply(207, piecesOf([head, ...responses, more + tail]))
}

/** Shorter pieces are copied into one, because sending each costs more than copying it. */
const pieceBytesMin = 16 * 1024

/** Responses to long requests are mostly cached bytes, which are sent as they are. */
function piecesOf(parts: readonly (string | Buffer)[]): Buffer[] {
  const pieces: Buffer[] = []
  let short: Buffer[] = []
  const joinShort = () => {
    if (short.length > 0) pieces.push(Buffer.concat(short))
    short = []
  }
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    if (bytes.length < pieceBytesMin) short.push(bytes)
    else {
      joinShort()
      pieces.push(bytes)
    }
  }
  joinShort()
  return pieces
}

/** A precondition that RFC 4791 names is not met: the reason is the name of its element. */
export const preconditionFailed = (name: string, message: string, status = 403) =>
  refuse(status, refusal(name, message, 'caldav'))

/** The resource is of a kind that the method is not for. The response says which methods there are. */
export const methodNotAllowed = () =>
  refuse(405, refusal('methodNotAllowed', 'The method is not for this resource.'))

/** The response for a precondition that is not met. */
export const preconditionReply = (
  status: number,
  name: string,
  { content = '', message = '' } = {},
): WireReply =>
  xmlReply(status, xmlDocument('d:error', element(name, content) + commentOf(message)))

/** Explains an error to people. Programs expect only elements that standards name. */
const commentOf = (message: string): string =>
  message === '' ? '' : `<!-- ${escapeXml(message).replaceAll('--', '- -')} -->`

/** The response for an error that no standard has an element for. */
export const plainReply = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): WireReply => ({
  status,
  headers: { ...davHeaders, ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
  body: `${message}\n`,
})

export const xmlReply = (status: number, body: string | readonly Buffer[]): WireReply => ({
  status,
  headers: { ...davHeaders, 'Content-Type': 'application/xml; charset=utf-8' },
  body,
})

/** What this server supports, in every response. */
export const davHeaders = {
  DAV: '1, 3, extended-mkcol, access-control, calendar-access, calendar-auto-schedule, calendar-no-timezone',
  'Cache-Control': 'private, no-cache',
} as const
