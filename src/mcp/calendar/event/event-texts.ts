import type { Event, Events } from '#/services/calendar/schemas/event.ts'
import { AnswerText } from '../../tool.ts'
import { eventView, type ViewOptions } from './event-view.ts'

/**
 * Makes the answers of the tools that read events from the text of the response. Parsing an event and serializing
 * its view takes longer than the operation does, so that what was made of the text of an event is cached by this
 * text. It saves a third of the CPU of `list_events` (`npm run bench mcp`).
 */
export function eventAnswer(text: string, options: Viewer): AnswerText {
  const { json, escaped } = singleViews.of(options).find(withoutStart(text))
  return new AnswerText(json, `"${escaped}"`)
}

type Viewer = Pick<ViewOptions, 'callerEmail' | 'zone'>

/** The same for a page of events, whose times are in the zone of the argument, or of the calendar. */
export function eventsAnswer(text: string, { callerEmail, zone }: Viewer): AnswerText {
  const { list, items } = takeApart(text)
  const { nextPageToken, timeZone = zone ?? '' } = list
  const options = { callerEmail, zone: zone ?? timeZone, isInList: true }
  const views = listedViews.of(options)
  const start = `{"timeZone":${JSON.stringify(options.zone)},"events":[`
  const end =
    nextPageToken === undefined ? ']}' : `],"nextPageToken":${JSON.stringify(nextPageToken)}}`
  const pieces = [Buffer.from(start)]
  const escapedPieces = [Buffer.from(escapedText(start))]
  for (const [index, item] of items.entries()) {
    const { json, escaped } = views.find(item)
    pieces.push(index === 0 ? json.subarray(separator.length) : json)
    escapedPieces.push(index === 0 ? escaped.subarray(separator.length) : escaped)
  }
  pieces.push(Buffer.from(end))
  escapedPieces.push(Buffer.from(escapedText(end)))
  return new AnswerText({ pieces, escapedPieces })
}

const escapedText = (text: string): string => JSON.stringify(text).slice(1, -1)

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

/** A view as JSON, and this text as a part of a JSON string. */
interface View<T> {
  readonly json: T
  readonly escaped: T
}

interface CachedView<T> extends View<T> {
  /** The text of the event. */
  readonly rest: string
}

type Generation<T> = Map<string, Map<string, CachedView<T>>>

/** About 5 MB for each of two generations. */
const generationLengthMax = 5_000_000

/** Starts with the etag and the id. Hashing all of a text would take longer than comparing it. */
const keyLength = 128

/** The views of events by their texts, in two generations. */
class ViewCache<T> {
  readonly #encode: (text: string) => T
  #recent: Generation<T> = new Map()
  #older: Generation<T> = new Map()
  #recentLength = 0

  constructor(encode: (text: string) => T) {
    this.#encode = encode
  }

  /** The views with the same options. */
  of(options: ViewOptions): { find(rest: string): View<T> } {
    const { callerEmail, zone = '' } = options
    const key = `${callerEmail} ${zone}`
    let cached = this.#recent.get(key)
    let former = this.#older.get(key)
    return {
      find: (rest) => {
        const start = rest.slice(0, keyLength)
        const found = cached?.get(start)
        if (found?.rest === rest) return found
        const older = former?.get(start)
        const view = older?.rest === rest ? older : this.#render(rest, options)
        this.#recentLength += 3 * view.rest.length
        if (this.#recentLength > generationLengthMax) {
          this.#older = this.#recent
          this.#recent = new Map()
          this.#recentLength = 0
          former = cached
          cached = undefined
        }
        if (cached === undefined) {
          cached = new Map()
          this.#recent.set(key, cached)
        }
        cached.set(view.rest.slice(0, keyLength), view)
        return view
      },
    }
  }

  #render(rest: string, options: ViewOptions): CachedView<T> {
    const json = JSON.stringify(eventView(JSON.parse(wholeText(rest)) as Event, options))
    // A copy, because a part of a response would keep all of the response in memory.
    const copy = [rest.slice(0, 1), rest.slice(1)].join('')
    return { json: this.#encode(json), escaped: this.#encode(escapedText(json)), rest: copy }
  }
}

/** Single events are sent as text, which is cheaper for small responses. */
const singleViews = new ViewCache((text) => text)
const separator = ','
/** Pages are sent as bytes that are encoded once. Each view starts with a separator. */
const listedViews = new ViewCache((text) => Buffer.from(separator + text))
