import { nowMs, wireTime } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { type ApiDocument, type ApiOperation, resolvedSchema, type Schema } from './openapi.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A whole hour of tomorrow, counted from nine o'clock. */
const tomorrow = (hours: number): string =>
  wireTime((Math.floor(nowMs() / dayMs) + 1) * dayMs + (9 + hours) * hourMs)

const event = () => ({
  summary: t.exampleEvent,
  start: { dateTime: tomorrow(0) },
  end: { dateTime: tomorrow(1) },
})
const channel = () => ({
  id: `channel-${nowMs()}`,
  type: 'web_hook',
  address: 'https://example.com/hook',
})
const report = () => ({
  reportType: 'campaign',
  columns: [{ columnName: 'campaign' }, { columnName: 'clicks' }],
  reportScope: { agencyId: '1', advertiserId: '1' },
  timeRange: { startDate: '2026-01-01', endDate: '2026-01-31' },
  statisticsCurrency: 'advertiser',
})

/** Bodies for operations whose schema has too many properties to show them all. */
const examples: Readonly<Record<string, () => object>> = {
  'calendar.events.insert': event,
  'calendar.events.update': event,
  'calendar.events.patch': () => ({ summary: t.exampleChange }),
  'calendar.events.import': () => ({ iCalUID: 'lunch@example.com', ...event() }),
  'calendar.calendars.insert': () => ({ summary: t.exampleCalendar, timeZone: 'Europe/Berlin' }),
  'calendar.calendars.patch': () => ({ summary: t.exampleCalendar }),
  'calendar.calendarList.insert': () => ({ id: 'demo@almanac.test' }),
  'calendar.acl.insert': () => ({
    role: 'reader',
    scope: { type: 'user', value: 'demo@almanac.test' },
  }),
  'calendar.freebusy.query': () => ({
    timeMin: tomorrow(0),
    timeMax: tomorrow(8),
    items: [{ id: 'primary' }],
  }),
  'doubleclicksearch.reports.generate': () => ({ ...report(), startRow: 0, rowCount: 100 }),
  'doubleclicksearch.reports.request': () => ({
    ...report(),
    downloadFormat: 'csv',
    maxRowsPerFile: 1_000_000,
  }),
}

const propertiesMax = 12

/** A body to start from: an example, or the writable properties of the schema. */
export function exampleBody(document: ApiDocument, { id, body }: ApiOperation): string {
  if (body === undefined) return ''
  const made = id.endsWith('.watch') ? channel() : examples[id]?.()
  return JSON.stringify(made ?? exampleOf(document, body, 0) ?? {}, null, 2)
}

const depthMax = 2

function exampleOf(document: ApiDocument, schema: Schema, depth: number): unknown {
  const { schema: found } = resolvedSchema(document, schema)
  if (found.default !== undefined) return found.default
  if (found.enum !== undefined) return found.enum[0]
  if (found.properties !== undefined) {
    if (depth >= depthMax) return {}
    return Object.fromEntries(
      Object.entries(found.properties)
        .filter(([name, property]) => !property.readOnly && name !== 'kind' && name !== 'etag')
        .slice(0, propertiesMax)
        .map(([name, property]) => [name, exampleOf(document, property, depth + 1)]),
    )
  }
  if (found.type === 'array') return []
  if (found.type === 'boolean') return false
  if (found.type === 'integer' || found.type === 'number') return 0
  return found.type === 'object' ? {} : ''
}
