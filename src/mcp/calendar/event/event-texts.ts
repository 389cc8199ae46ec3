import type { Event, Events } from '#/services/calendar/schemas/event.ts'
import { AnswerText } from '../../tool.ts'
import { eventView, type ViewOptions } from './event-view.ts'

/**
 * Makes the answers of the tools that read events from the text of the response. Parsing an event and serializing
 * its view takes longer than the operation does, so that what was made of the text of an event is cached by this
 * text. It saves a third of the CPU of `list_events` (`npm run bench mcp`).
 */
export function eventAnswer(text: string, options: ViewOptions): AnswerText {
  const { json, quoted } = viewsFor(options).of(withoutStart(text))
  return new AnswerText(json, `"${quoted}"`)
}

/** A view as JSON, and this text as a part of a JSON string. */
interface ViewTexts {
  readonly json: string
  readonly quoted: string
  /** The text of the event, which is the key in the cache. */
  readonly rest: string
}

/** The same for a page of events, whose times are in the zone of the argument, or of the calendar. */
export function eventsAnswer(
  text: string,
  { callerEmail, zone }: Pick<ViewOptions, 'callerEmail' | 'zone'>,
): AnswerText {
  const { list, items } = takeApart(text)
  const { nextPageToken, timeZone = zone ?? '' } = list
  const options = { callerEmail, zone: zone ?? timeZone, isInList: true }
  const views = viewsFor(options)
  const start = `{"timeZone":${JSON.stringify(options.zone)},"events":[`
  const end =
    nextPageToken === undefined ? ']}' : `],"nextPageToken":${JSON.stringify(nextPageToken)}}`
  const jsons: string[] = []
  const quotes: string[] = []
  for (const item of items) {
    const { json, quoted } = views.of(item)
    jsons.push(json)
    quotes.push(quoted)
  }
  return new AnswerText(
    `${start}${jsons.join(',')}${end}`,
    `"${escaped(start)}${quotes.join(',')}${escaped(end)}"`,
  )
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

const itemsStart = ',"items":['
const itemsEnd = ']}'
const eventStart = '{"kind":"calendar#event",'

/** The text of an event without the start that all of them have. */
const withoutStart = (event: string): string =>
  event.startsWith(eventStart) ? event.slice(eventStart.length) : event

const wholeText = (rest: string): string => (rest.startsWith('{') ? rest : eventStart + rest)

/**
 * Takes the response of a list apart without parsing its events, which are returned without their start. The
 * marks cannot be in a text, where a quotation mark has a backslash before it.
 */
function takeApart(text: string): { list: Omit<Events, 'items'>; items: readonly string[] } {
  const at = text.indexOf(itemsStart)
  const first = at + itemsStart.length
  const isKnown = at !== -1 && text.startsWith(eventStart, first) && text.endsWith(itemsEnd)
  if (!isKnown) {
    const { items = [], ...list } = JSON.parse(text) as Events
    return { list, items: items.map((item) => withoutStart(JSON.stringify(item))) }
  }
  return {
    list: JSON.parse(`${text.slice(0, at)}}`) as Omit<Events, 'items'>,
    items: text.slice(first + eventStart.length, -itemsEnd.length).split(`,${eventStart}`),
  }
}

/** About 20 MB at most for all views, in two generations. */
const generationLengthMax = 5_000_000

type Generation = Map<string, Map<string, ViewTexts>>

let recent: Generation = new Map()
let older: Generation = new Map()
let recentLength = 0

/** The views of events with the same options. */
function viewsFor(options: ViewOptions): { of(rest: string): ViewTexts } {
  const { callerEmail, zone = '', isInList = false } = options
  const key = `${callerEmail} ${zone} ${isInList}`
  let cached = recent.get(key)
  let former = older.get(key)
  return {
    of(rest) {
      const found = cached?.get(rest)
      if (found !== undefined) return found
      const texts = former?.get(rest) ?? viewTexts(rest, options)
      recentLength += rest.length + texts.json.length + texts.quoted.length
      if (recentLength > generationLengthMax) {
        older = recent
        recent = new Map()
        recentLength = 0
        former = cached
        cached = undefined
      }
      if (cached === undefined) {
        cached = new Map()
        recent.set(key, cached)
      }
      cached.set(texts.rest, texts)
      return texts
    },
  }
}

function viewTexts(rest: string, options: ViewOptions): ViewTexts {
  const json = JSON.stringify(eventView(JSON.parse(wholeText(rest)) as Event, options))
  // A copy, because a part of a response would keep all of the response in memory.
  const copy = [rest.slice(0, 1), rest.slice(1)].join('')
  return { json, quoted: escaped(json), rest: copy }
}
