import { type HttpReply, send } from './http.ts'
import type { WireUser } from './wire-user.ts'

const namespaces =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:ic="http://apple.com/ns/ical/"'

/** One resource of a multistatus response. */
interface DavResponse {
  readonly href: string
  /** The status of the resource as a whole, if there is one. */
  readonly status: number | undefined
  /** The content of properties with status 200, by local name. */
  readonly properties: Readonly<Record<string, string>>
  /** The local names of properties with other statuses. */
  readonly missing: readonly string[]
}

/** A calendar program: sends what such programs send. */
export class CalendarProgram {
  readonly user: WireUser
  readonly headers: Readonly<Record<string, string>>

  constructor(user: WireUser, headers?: Readonly<Record<string, string>>) {
    this.user = user
    this.headers = headers ?? { Authorization: `Bearer ${user.token}` }
  }

  get home(): string {
    return `/caldav/calendars/${this.user.email}/`
  }

  /** The address of a calendar of the user; of the primary one unless given. */
  calendar(id = this.user.email): string {
    return `${this.home}${id}/`
  }

  call(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
  ): Promise<HttpReply> {
    const base = path.startsWith('/worlds/')
      ? this.user.base.replace(/\/worlds\/.*$/, '')
      : this.user.base
    return send(base + path, { method, body, headers: { ...this.headers, ...headers } })
  }

  put(path: string, text: string, headers: Record<string, string> = {}): Promise<HttpReply> {
    const type = { 'Content-Type': 'text/calendar; charset=utf-8' }
    return this.call('PUT', path, { body: text, headers: { ...type, ...headers } })
  }

  propfind(path: string, properties: string, depth = 0): Promise<HttpReply> {
    return this.xml(
      'PROPFIND',
      path,
      `<d:propfind ${namespaces}><d:prop>${properties}</d:prop></d:propfind>`,
      {
        Depth: String(depth),
      },
    )
  }

  /** A report whose element is named with a prefix of this file. */
  report(path: string, name: string, content: string): Promise<HttpReply> {
    return this.xml('REPORT', path, `<${name} ${namespaces}>${content}</${name}>`, { Depth: '1' })
  }

  xml(
    method: string,
    path: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<HttpReply> {
    const document = `<?xml version="1.0" encoding="utf-8"?>${body}`
    const type = { 'Content-Type': 'application/xml; charset=utf-8' }
    return this.call(method, path, { body: document, headers: { ...type, ...headers } })
  }

  /** Everything that a calendar has, by the names of the objects. */
  async objects(path: string): Promise<Map<string, string>> {
    const all = `<d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter>`
    const responses = responsesIn(await this.report(path, 'c:calendar-query', all))
    return new Map(
      responses.map(({ href, properties }) => [
        decodeURIComponent(href.split('/').at(-1)!),
        properties['calendar-data']!,
      ]),
    )
  }
}

export { namespaces as davNamespaces }

/** The parts of a multistatus response. */
export function responsesIn({ status, text }: HttpReply): DavResponse[] {
  if (status !== 207) throw new Error(`not a multistatus: ${status} ${text}`)
  return [...text.matchAll(/<d:response>(.*?)<\/d:response>/gs)].map(([, response = '']) => {
    const stats = [...response.matchAll(/<d:propstat>(.*?)<\/d:propstat>/gs)].map(
      ([, stat = '']) => ({
        status: Number(/<d:status>HTTP\/1.1 (\d+)/.exec(stat)?.[1]),
        properties: propertiesIn(/<d:prop>(.*)<\/d:prop>/s.exec(stat)?.[1] ?? ''),
      }),
    )
    const outside = response.replace(/<d:propstat>.*<\/d:propstat>/s, '')
    const whole = /<d:status>HTTP\/1.1 (\d+)/.exec(outside)?.[1]
    return {
      href: unescaped(/<d:href>(.*?)<\/d:href>/.exec(outside)?.[1] ?? ''),
      status: whole === undefined ? undefined : Number(whole),
      properties: Object.assign(
        {},
        ...stats.filter((stat) => stat.status === 200).map((stat) => stat.properties),
      ),
      missing: stats
        .filter((stat) => stat.status !== 200)
        .flatMap((stat) => Object.keys(stat.properties)),
    }
  })
}

function propertiesIn(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', closed, content = ''] of text.matchAll(
    /<([\w:-]+)(?: [^>]*?)?(?:(\/)>|>(.*?)<\/\1>)/gs,
  )) {
    found[name.replace(/^\w+:/, '')] = closed === '/' ? '' : unescaped(content)
  }
  return found
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#13;', '\r')
    .replaceAll('&amp;', '&')

/** An iCalendar object of these lines. */
export const ics = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Program//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )

/** A VEVENT of these lines. */
export const vevent = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')

/** The lines of the times of an event. */
export const hour = ['DTSTART:20260504T100000Z', 'DTEND:20260504T110000Z']

/** An object with one event. */
export const lunch = (summary = 'Lunch', ...lines: string[]): string =>
  ics(vevent('UID:lunch@program.test', ...hour, `SUMMARY:${summary}`, ...lines))
