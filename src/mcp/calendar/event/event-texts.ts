import { inOnePiece } from '#/kernel/text/one-piece.ts'
import type { Event, Events } from '#/services/calendar/schemas/event.ts'
import { AnswerText } from '../../tool.ts'
import { eventView, type ViewOptions } from './event-view.ts'

/**
 * Makes the answers of the tools that read events from the text of the response. Parsing events and
 * serializing their views takes longer than the operation does, so that what was made of a text is cached by
 * the text, for pages and for events. It saves a third of the CPU of `list_events` (`npm run bench mcp`).
 */
export function eventAnswer(text: string, options: ViewOptions): AnswerText {
  const { json, quoted } = eventTexts(text, options)
  return new AnswerText(json, `"${quoted}"`)
}

/** The same for a page of events, whose times are in the zone of the argument, or of the calendar. */
export function eventsAnswer(
  text: string,
  options: Pick<ViewOptions, 'callerEmail' | 'zone'>,
): AnswerText {
  const { json, quoted } = cachedTexts(keyOf(text, options), () => pageTexts(text, options))
  return new AnswerText(json, `"${quoted}"`)
}

/** A view as JSON, and this text as a part of a JSON string. */
interface ViewTexts {
  readonly json: string
  readonly quoted: string
}

const eventTexts = (event: string, options: ViewOptions): ViewTexts =>
  cachedTexts(keyOf(event, options), () => {
    const json = JSON.stringify(eventView(JSON.parse(event) as Event, options))
    return { json, quoted: escaped(json) }
  })

function pageTexts(
  text: string,
  { callerEmail, zone }: Pick<ViewOptions, 'callerEmail' | 'zone'>,
): ViewTexts {
  const { list, items } = takeApart(text)
  const { nextPageToken, timeZone = zone ?? '' } = list
  const options = { callerEmail, zone: zone ?? timeZone, isInList: true }
  const views = items.map((item) => eventTexts(item, options))
  const start = `{"timeZone":${JSON.stringify(options.zone)},"events":[`
  const end =
    nextPageToken === undefined ? ']}' : `],"nextPageToken":${JSON.stringify(nextPageToken)}}`
  const [jsons, quotes] = [views.map(({ json }) => json), views.map(({ quoted }) => quoted)]
  return {
    json: inOnePiece(start, jsons.join(','), end),
    quoted: inOnePiece(escaped(start), quotes.join(','), escaped(end)),
  }
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

const itemsStart = ',"items":['
const itemsEnd = ']}'
const eventStart = '{"kind":"calendar#event",'

/**
 * Takes the response of a list apart without parsing its events. The marks cannot be in a text, where a
 * quotation mark has a backslash before it.
 */
function takeApart(text: string): { list: Omit<Events, 'items'>; items: readonly string[] } {
  const at = text.indexOf(itemsStart)
  const first = at + itemsStart.length
  const isKnown = at !== -1 && text.startsWith(eventStart, first) && text.endsWith(itemsEnd)
  if (!isKnown) {
    const { items = [], ...list } = JSON.parse(text) as Events
    return { list, items: items.map((item) => JSON.stringify(item)) }
  }
  const rests = text.slice(first + eventStart.length, -itemsEnd.length).split(`,${eventStart}`)
  return {
    list: JSON.parse(`${text.slice(0, at)}}`) as Omit<Events, 'items'>,
    items: rests.map((rest) => eventStart + rest),
  }
}

/** About 20 MB at most, in two generations. */
const generationLengthMax = 5_000_000

let recent = new Map<string, ViewTexts>()
let older = new Map<string, ViewTexts>()
let recentLength = 0

const keyOf = (text: string, { callerEmail, zone = '', isInList = false }: ViewOptions): string =>
  `${callerEmail} ${zone} ${isInList} ${text}`

function cachedTexts(key: string, create: () => ViewTexts): ViewTexts {
  const cached = recent.get(key)
  if (cached !== undefined) return cached
  const texts = older.get(key) ?? create()
  recentLength += key.length + texts.json.length + texts.quoted.length
  if (recentLength > generationLengthMax) {
    older = recent
    recent = new Map()
    recentLength = 0
  }
  recent.set(key, texts)
  return texts
}
