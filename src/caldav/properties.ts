import type { InboxState, ObjectsState, ObjectVersion } from '#/services/calendar/service.ts'
import type { DavCall, ListedCalendar } from './dav-call.ts'
import { collationNames } from './filters.ts'
import { href, type Properties } from './multistatus.ts'
import { element, escapeXml, fullName } from './xml/xml.ts'

const d = (local: string, content = '') => element(fullName('d', local), content)
const c = (local: string, content = '') => element(fullName('c', local), content)

const syncTokenStart = 'urn:almanac:sync:'

/** A sync token as the URI that WebDAV requires. */
export const syncTokenUri = (token: string): string => syncTokenStart + token

/** The sync token in a URI; undefined if it is not one of this server. */
export const syncTokenIn = (uri: string): string | undefined =>
  uri.startsWith(syncTokenStart) ? uri.slice(syncTokenStart.length) : undefined

/** The properties that every resource has. */
const common = ({ addresses, caller }: DavCall): [string, string][] => [
  [fullName('d', 'current-user-principal'), href(addresses.principal(caller.email))],
  [fullName('d', 'principal-collection-set'), href(addresses.principals)],
]

/** The properties of a collection that contains neither calendars nor objects. */
export const plainProperties = (call: DavCall, name: string): Properties =>
  new Map([
    ...common(call),
    [fullName('d', 'resourcetype'), d('collection')],
    [fullName('d', 'displayname'), name],
  ])

export function principalProperties(call: DavCall): Properties {
  const { addresses, caller } = call
  const principal = addresses.principal(caller.email)
  return new Map([
    ...common(call),
    [fullName('d', 'resourcetype'), d('collection') + d('principal')],
    [fullName('d', 'displayname'), escapeXml(caller.email)],
    [fullName('d', 'principal-URL'), href(principal)],
    [fullName('c', 'calendar-home-set'), href(addresses.home(caller.email))],
    [fullName('c', 'calendar-user-type'), 'INDIVIDUAL'],
    [fullName('c', 'schedule-inbox-URL'), href(addresses.scheduling(caller.email, 'inbox'))],
    [fullName('c', 'schedule-outbox-URL'), href(addresses.scheduling(caller.email, 'outbox'))],
    [fullName('c', 'calendar-user-address-set'), href(`mailto:${caller.email}`) + href(principal)],
  ])
}

export function homeProperties(call: DavCall): Properties {
  const { addresses, caller } = call
  return new Map([
    ...common(call),
    [fullName('d', 'resourcetype'), d('collection')],
    [fullName('d', 'displayname'), escapeXml(caller.email)],
    [fullName('d', 'owner'), href(addresses.principal(caller.email))],
    [fullName('d', 'current-user-privilege-set'), privileges(['read', 'bind', 'unbind'])],
  ])
}

/** What the caller can do with the inbox and the outbox (RFC 6638, 6). */
const schedulingPrivileges = {
  inbox: [
    'schedule-deliver',
    'schedule-deliver-invite',
    'schedule-deliver-reply',
    'schedule-query-freebusy',
  ],
  outbox: [
    'schedule-send',
    'schedule-send-invite',
    'schedule-send-reply',
    'schedule-send-freebusy',
  ],
} as const

export function schedulingProperties(
  call: DavCall,
  kind: 'inbox' | 'outbox',
  /** Undefined for the outbox. */
  state?: InboxState,
): Properties {
  const { addresses, caller } = call
  const { email } = caller
  const isInbox = kind === 'inbox'
  return new Map([
    ...common(call),
    [fullName('d', 'resourcetype'), d('collection') + c(`schedule-${kind}`)],
    [fullName('d', 'displayname'), isInbox ? 'Inbox' : 'Outbox'],
    [fullName('d', 'owner'), href(addresses.principal(email))],
    [
      fullName('d', 'current-user-privilege-set'),
      [
        d('read'),
        ...(isInbox ? [d('unbind')] : []),
        ...schedulingPrivileges[kind].map((name) => c(name)),
      ]
        .map((privilege) => d('privilege', privilege))
        .join(''),
    ],
    ...(isInbox
      ? [
          [
            fullName('c', 'schedule-default-calendar-URL'),
            href(addresses.calendar(email, email)),
          ] as const,
          [fullName('d', 'supported-report-set'), supportedReports(inboxReports)] as const,
          ...(state
            ? [
                [fullName('d', 'sync-token'), escapeXml(syncTokenUri(state.syncToken))] as const,
                [fullName('cs', 'getctag'), escapeXml(state.version)] as const,
              ]
            : []),
          ...ofEventCollections,
          ...limitProperties(call),
        ]
      : []),
  ])
}

export function calendarProperties(
  call: DavCall,
  { calendar, state }: { readonly calendar: ListedCalendar; readonly state: ObjectsState },
): Properties {
  const { addresses, caller } = call
  const { summaryOverride, summary = calendar.id, description, backgroundColor } = calendar
  return new Map<string, string | (() => string)>([
    ...common(call),
    ...ofEveryCalendar,
    ...limitProperties(call),
    [fullName('c', 'max-attendees-per-instance'), String(state.attendeesMax)],
    [fullName('d', 'displayname'), escapeXml(summaryOverride ?? summary)],
    [fullName('d', 'owner'), href(addresses.principal(caller.email))],
    [fullName('d', 'current-user-privilege-set'), privilegesOf(state)],
    [fullName('d', 'sync-token'), () => escapeXml(syncTokenUri(state.syncToken))],
    [fullName('cs', 'getctag'), escapeXml(state.version)],
    [fullName('c', 'calendar-timezone-id'), escapeXml(state.timeZone)],
    ...zoneTextOf(call, state),
    ...optional(fullName('c', 'calendar-description'), description),
    ...optional(fullName('ic', 'calendar-color'), backgroundColor && `${backgroundColor}FF`),
  ])
}

/** UTC has no description. */
const zoneTextOf = ({ objects }: DavCall, { timeZone }: ObjectsState): [string, () => string][] =>
  objects.isDescribable(timeZone)
    ? [
        [
          fullName('c', 'calendar-timezone'),
          () => escapeXml(objects.zoneText(timeZone, zoneTextFromMs)),
        ],
      ]
    : []

/** Zones are described from here on, so that the text of a zone stays the same. */
const zoneTextFromMs = Temporal.Instant.from('2020-01-01T00:00:00Z').epochMilliseconds

const optional = (name: string, text: string | undefined): [string, string][] =>
  text === undefined ? [] : [[name, escapeXml(text)]]

const inboxReports = [
  fullName('c', 'calendar-query'),
  fullName('c', 'calendar-multiget'),
  fullName('d', 'sync-collection'),
]
const calendarReports = [...inboxReports, fullName('c', 'free-busy-query')]

const supportedReports = (reports: readonly string[]): string =>
  reports.map((report) => d('supported-report', d('report', element(report)))).join('')

const privileges = (names: readonly string[]): string =>
  [...names.map((name) => d(name)), c('read-free-busy')]
    .map((privilege) => d('privilege', privilege))
    .join('')

/** What can be in a collection of events. */
const ofEventCollections: readonly (readonly [string, string])[] = [
  [fullName('c', 'supported-calendar-component-set'), '<c:comp name="VEVENT"/>'],
  [
    fullName('c', 'supported-calendar-data'),
    '<c:calendar-data content-type="text/calendar" version="2.0"/>',
  ],
]

/** The limits of objects. The number of instances has none. */
function limitProperties({ objects }: DavCall): [string, string][] {
  const { bytesMax, earliest, latest } = objects.limits
  return [
    [fullName('c', 'max-resource-size'), String(bytesMax)],
    [fullName('c', 'min-date-time'), earliest.replace(/[-:]/g, '')],
    [fullName('c', 'max-date-time'), latest.replace(/[-:]/g, '')],
  ]
}

/** The properties that all calendars have in common. */
const ofEveryCalendar: readonly (readonly [string, string])[] = [
  [fullName('d', 'resourcetype'), d('collection') + c('calendar')],
  [fullName('d', 'supported-report-set'), supportedReports(calendarReports)],
  ...ofEventCollections,
  [fullName('c', 'schedule-calendar-transp'), c('opaque')],
  [
    fullName('c', 'supported-collation-set'),
    collationNames.map((name) => c('supported-collation', name)).join(''),
  ],
]

const readerPrivileges = ['read', 'read-current-user-privilege-set']
const writerPrivileges = [
  ...readerPrivileges,
  'write',
  'write-content',
  'write-properties',
  'bind',
  'unbind',
]

const [forWriters, forReaders] = [privileges(writerPrivileges), privileges(readerPrivileges)]

const privilegesOf = ({ canWrite }: ObjectsState): string => (canWrite ? forWriters : forReaders)

/** An object, with its text if that is wanted. */
export interface ShownObject extends ObjectVersion {
  readonly text?: string | undefined
}

export const objectProperties = (
  call: DavCall,
  { etag, scheduleTag, text, state }: ShownObject & { readonly state?: ObjectsState },
): Properties =>
  new Map([
    ...common(call),
    [fullName('d', 'resourcetype'), ''],
    [fullName('d', 'getetag'), escapeXml(etag)],
    [fullName('d', 'getcontenttype'), objectType],
    ...optional(fullName('c', 'schedule-tag'), scheduleTag),
    ...(state ? [[fullName('d', 'current-user-privilege-set'), privilegesOf(state)] as const] : []),
    ...(text === undefined ? [] : [[fullName('c', 'calendar-data'), escapeXml(text)] as const]),
  ])

/** A message of the inbox, which the caller can read and delete. */
export const messageProperties = (call: DavCall, message: ShownObject): Properties =>
  new Map([
    ...objectProperties(call, message),
    [fullName('d', 'current-user-privilege-set'), privileges(['read', 'unbind'])],
  ])

/** The media type of objects. */
export const objectType = 'text/calendar; charset=utf-8; component=vevent'
