import type { Event, Events } from '#/services/calendar/schemas/event.ts'
import { bodyText, type ReplyBody } from '../../operation-client.ts'
import { AnswerText } from '../../tool.ts'
import { eventView, type ViewOptions } from './event-view.ts'

/**
 * Makes the answers of the tools that read events from the text of the response. Parsing an event and serializing
 * its view takes longer than the operation does, so that what was made of the text of an event is cached by this
 * text, and in lists also by the place of its bytes in memory. The former saves a third of the CPU of `list_events`
 * (`npm run bench mcp`), and the latter spares it decoding and comparing texts.
 */
export function eventAnswer(text: string, options: Viewer): AnswerText {
  const { json, escaped } = singleViews.of(options).find(withoutStart(text))
  return new AnswerText(json, `"${escaped}"`)
}

type Viewer = Pick<ViewOptions, 'callerEmail' | 'zone'>

/** The same for a page of events, whose times are in the zone of the argument, or of the calendar. */
export function eventsAnswer(body: ReplyBody, { callerEmail, zone }: Viewer): AnswerText {
  const { list, findIn } = takeApart(body)
  const { nextPageToken, timeZone = zone ?? '' } = list
  const options = { callerEmail, zone: zone ?? timeZone, isInList: true }
  const start = `{"timeZone":${JSON.stringify(options.zone)},"events":[`
  const end =
    nextPageToken === undefined ? ']}' : `],"nextPageToken":${JSON.stringify(nextPageToken)}}`
  const pieces: Buffer[] = [Buffer.from(start)]
  const escapedPieces: Buffer[] = [Buffer.from(escapedText(start))]
  for (const [index, { json, escaped }] of findIn(listedViews.of(options)).entries()) {
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
const eventStartBytes = Buffer.from(eventStart)

/** The text of an event without the start that all of them have. */
const withoutStart = (event: string): string =>
  event.startsWith(eventStart) ? event.slice(eventStart.length) : event

const wholeText = (rest: string): string => (rest.startsWith('{') ? rest : eventStart + rest)

/** The response of a list without its events, whose views are found separately. */
interface TakenApart {
  readonly list: Omit<Events, 'items'>
  readonly findIn: (views: Views<Buffer>) => readonly View<Buffer>[]
}

/**
 * Takes the response of a list apart without parsing its events. The marks cannot be in a text, where a quotation
 * mark has a backslash before it.
 */
function takeApart(body: ReplyBody): TakenApart {
  return (Array.isArray(body) ? takePiecesApart(body) : undefined) ?? takeTextApart(bodyText(body))
}

/** A page that consists of its start, whole events with commas after them, and its end. */
function takePiecesApart(body: readonly Buffer[]): TakenApart | undefined {
  const start = body[0]!.toString()
  const events = body.slice(1, -1)
  const isKnown =
    start.endsWith(itemsStart) && body.at(-1)!.toString() === itemsEnd && events.every(isOfEvents)
  if (!isKnown) return undefined
  return {
    list: JSON.parse(`${start.slice(0, -itemsStart.length)}}`) as Omit<Events, 'items'>,
    findIn: (views) => events.flatMap((piece) => views.findIn(piece)),
  }
}

const isOfEvents = (piece: Buffer): boolean =>
  piece.subarray(0, eventStartBytes.length).equals(eventStartBytes)

function takeTextApart(text: string): TakenApart {
  const at = text.indexOf(itemsStart)
  const first = at + itemsStart.length
  const isKnown = at !== -1 && text.startsWith(eventStart, first) && text.endsWith(itemsEnd)
  if (!isKnown) {
    const { items = [], ...list } = JSON.parse(text) as Events
    return {
      list,
      findIn: (views) => items.map((item) => views.find(withoutStart(JSON.stringify(item)))),
    }
  }
  const events = text.slice(first, -itemsEnd.length)
  return {
    list: JSON.parse(`${text.slice(0, at)}}`) as Omit<Events, 'items'>,
    findIn: (views) => restsIn(events).map((rest) => views.find(rest)),
  }
}

/** The texts of events between commas, without their start. */
const restsIn = (events: string): string[] =>
  events.slice(eventStart.length).split(`,${eventStart}`)

/** A view as JSON, and this text as a part of a JSON string. */
interface View<T> {
  readonly json: T
  readonly escaped: T
}

/** The views with the same options. */
interface Views<T> {
  find(rest: string): View<T>
  /** The views of the events in a piece of a page. */
  findIn(piece: Buffer): View<T>[]
}

interface CachedView<T> extends View<T> {
  /** The text of the event. */
  readonly rest: string
}

/** A view by the place of its event in memory. */
interface PlacedView<T> {
  readonly view: View<T>
  /** Where the next event begins. */
  readonly end: number
}

/** The cached views with the same options. */
class CachedViews<T> {
  readonly byText = new Map<string, CachedView<T>>()
  /**
   * By the memory of pages and the offset in it, because pages are slices of the same blocks, whose bytes never
   * change. Views found by place need no text at all.
   */
  readonly #byPlace = new WeakMap<ArrayBufferLike, Map<number, PlacedView<T>>>()

  placesIn({ buffer }: Buffer): Map<number, PlacedView<T>> {
    let places = this.#byPlace.get(buffer)
    if (places === undefined) {
      places = new Map()
      this.#byPlace.set(buffer, places)
    }
    return places
  }
}

/** About 5 MB for each of two generations. */
const generationLengthMax = 5_000_000

/** Starts with the etag and the id. Hashing all of a text would take longer than comparing it. */
const keyLength = 128

/** The views of events by their texts, in two generations. */
class ViewCache<T> {
  readonly #encode: (text: string) => T
  #recent = new Map<string, CachedViews<T>>()
  #older = new Map<string, CachedViews<T>>()
  #recentLength = 0

  constructor(encode: (text: string) => T) {
    this.#encode = encode
  }

  of(options: ViewOptions): Views<T> {
    const { callerEmail, zone = '' } = options
    const key = `${callerEmail} ${zone}`
    const find = (rest: string) => this.#find(key, rest, options)
    return { find, findIn: (piece) => this.#findIn(piece, this.#recentOf(key), find) }
  }

  #find(key: string, rest: string, options: ViewOptions): View<T> {
    const start = rest.slice(0, keyLength)
    const found = this.#recentOf(key).byText.get(start)
    if (found?.rest === rest) return found
    const older = this.#older.get(key)?.byText.get(start)
    const view = older?.rest === rest ? older : this.#render(rest, options)
    this.#recentLength += 3 * view.rest.length
    if (this.#recentLength > generationLengthMax) {
      this.#older = this.#recent
      this.#recent = new Map()
      this.#recentLength = 0
    }
    this.#recentOf(key).byText.set(view.rest.slice(0, keyLength), view)
    return view
  }

  #findIn(piece: Buffer, cached: CachedViews<T>, find: Views<T>['find']): View<T>[] {
    const places = cached.placesIn(piece)
    const views: View<T>[] = []
    const end = piece.byteOffset + piece.length
    let at = piece.byteOffset
    while (at < end) {
      let placed = places.get(at)
      if (placed === undefined) {
        addPlaces(places, piece.subarray(at - piece.byteOffset), find)
        placed = places.get(at)!
      }
      views.push(placed.view)
      at = placed.end
    }
    return views
  }

  #recentOf(key: string): CachedViews<T> {
    return this.#recent.getOrInsertComputed(key, () => new CachedViews())
  }

  #render(rest: string, options: ViewOptions): CachedView<T> {
    const json = JSON.stringify(eventView(JSON.parse(wholeText(rest)) as Event, options))
    // A copy, because a part of a response would keep all of the response in memory.
    const copy = [rest.slice(0, 1), rest.slice(1)].join('')
    return { json: this.#encode(json), escaped: this.#encode(escapedText(json)), rest: copy }
  }
}

/** Finds the views of all events in a piece by their texts, and notes their places. */
function addPlaces<T>(
  places: Map<number, PlacedView<T>>,
  piece: Buffer,
  find: Views<T>['find'],
): void {
  const text = piece.toString()
  let at = piece.byteOffset
  for (const rest of restsIn(text.endsWith(separator) ? text.slice(0, -1) : text)) {
    const end = at + eventStart.length + Buffer.byteLength(rest) + separator.length
    places.set(at, { view: find(rest), end })
    at = end
  }
}

/** Single events are sent as text, which is cheaper for small responses. */
const singleViews = new ViewCache((text) => text)
const separator = ','
/** Pages are sent as bytes that are encoded once. Each view starts with a separator. */
const listedViews = new ViewCache((text) => Buffer.from(separator + text))
