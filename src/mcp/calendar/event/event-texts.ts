import type { ListParts } from '#/contract/answer.ts'
import type { Event, Events } from '#/services/calendar/schemas/event.ts'
import { AnswerText } from '../../tool.ts'
import { eventView, type ViewOptions } from './event-view.ts'

/**
 * Makes the answers of the tools that read events from the text of the response. Parsing an event and serializing
 * its view takes longer than the operation does, so that views are cached by the text of the event. Pages of events
 * are slices of blocks, whose bytes never change: the views of all events of a block are cached in the same form, so
 * that the answer consists of slices as well. Without these caches `list_events` takes three times as much CPU
 * (`npm run bench mcp`).
 */
export function eventAnswer(text: string, viewer: Viewer): AnswerText {
  const { json, escaped } = cachedViews.of(viewer).find(text)
  return new AnswerText(json, `"${escaped}"`)
}

type Viewer = Pick<ViewOptions, 'callerEmail' | 'zone'>

/** The same for a page of events, whose times are in the zone of the argument, or of the calendar. */
export function eventsAnswer({ members, items }: ListParts, viewer: Viewer): AnswerText {
  const list = members as ListMembers
  const pieces = typeof items === 'string' ? [Buffer.from(items)] : items
  const answer = answerInPieces(list, pieces, viewer)
  if (answer !== undefined) return answer
  return viewsAnswer({ ...list, items: JSON.parse(`[${Buffer.concat(pieces)}]`) }, viewer)
}

type ListMembers = Pick<Events, 'timeZone' | 'nextPageToken'>

/** The same for a page that has been parsed. */
export function viewsAnswer(page: Events, { callerEmail, zone }: Viewer): AnswerText {
  const { items = [], timeZone = '', nextPageToken } = page
  const options = { callerEmail, zone: zone ?? timeZone, isInList: true }
  const events = items.map((item) => eventView(item, options))
  return new AnswerText(JSON.stringify({ timeZone: options.zone, events, nextPageToken }))
}

const escapedText = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The answer to a page whose items are pieces of whole events. */
function answerInPieces(
  { timeZone = '', nextPageToken }: ListMembers,
  items: readonly Buffer[],
  { callerEmail, zone = timeZone }: Viewer,
): AnswerText | undefined {
  const views = cachedViews.of({ callerEmail, zone, isInList: true })
  const pieces = [views.start.json]
  const escapedPieces = [views.start.escaped]
  for (const [index, piece] of items.entries()) {
    if (piece.length === 0) continue
    const shown = views.shownIn(piece)
    if (shown === undefined) return undefined
    const isLast = index === items.length - 1
    pieces.push(isLast ? shown.json.subarray(0, -1) : shown.json)
    escapedPieces.push(isLast ? shown.escaped.subarray(0, -1) : shown.escaped)
  }
  const end =
    nextPageToken === undefined
      ? plainEnd
      : encoded(`],"nextPageToken":${JSON.stringify(nextPageToken)}}`)
  pieces.push(end.json)
  escapedPieces.push(end.escaped)
  return new AnswerText({ pieces, escapedPieces })
}

/** A text as JSON, and as a part of a JSON string. */
interface JsonForms<T> {
  readonly json: T
  readonly escaped: T
}

const encoded = (json: string): JsonForms<Buffer> => ({
  json: Buffer.from(json),
  escaped: Buffer.from(escapedText(json)),
})

const plainEnd = encoded(']}')

const eventStart = Buffer.from('{"kind":"calendar#event",')
const nextEvent = Buffer.from(`,${eventStart}`)
const comma = 0x2c
const closeBrace = 0x7d

/** The views of the events in a block of bytes. */
class BlockViews {
  readonly #views: JsonForms<JoinedTexts>
  /** How many events begin before an offset, by the offsets where an event begins or ends. */
  readonly #counts: ReadonlyMap<number, number>

  /** Undefined if the bytes are not events with a comma between them. */
  static of(block: Buffer, find: (text: string) => JsonForms<string>): BlockViews | undefined {
    const end = block.at(-1) === comma ? block.length - 1 : block.length
    const isOfEvents =
      block.subarray(0, eventStart.length).equals(eventStart) && block[end - 1] === closeBrace
    return isOfEvents ? new BlockViews(block.subarray(0, end), find) : undefined
  }

  private constructor(block: Buffer, find: (text: string) => JsonForms<string>) {
    const views: JsonForms<string>[] = []
    const counts = new Map([[0, 0]])
    for (let at = 0; at < block.length; ) {
      const next = block.indexOf(nextEvent, at)
      const end = next === -1 ? block.length : next
      views.push(find(block.toString('utf8', at, end)))
      at = end + 1
      counts.set(at, views.length)
    }
    this.#counts = counts
    this.#views = {
      json: new JoinedTexts(views.map(({ json }) => json)),
      escaped: new JoinedTexts(views.map(({ escaped }) => escaped)),
    }
  }

  /** The views of the events between two offsets; undefined if there is another event at one of them. */
  between(start: number, end: number): JsonForms<Buffer> | undefined {
    const from = this.#counts.get(start)
    // The last event of a page has no comma.
    const to = this.#counts.get(end) ?? this.#counts.get(end + 1)
    if (from === undefined || to === undefined) return undefined
    const { json, escaped } = this.#views
    return { json: json.slice(from, to), escaped: escaped.slice(from, to) }
  }
}

/** Texts in one buffer, with a comma after each. */
class JoinedTexts {
  readonly #bytes: Buffer
  /** Where each text begins, and where the last one ends. */
  readonly #bounds: Uint32Array

  constructor(texts: readonly string[]) {
    this.#bytes = Buffer.from(`${texts.join()},`)
    this.#bounds = new Uint32Array(texts.length + 1)
    for (const [index, text] of texts.entries()) {
      this.#bounds[index + 1] = this.#bounds[index]! + Buffer.byteLength(text) + 1
    }
  }

  slice(from: number, to: number): Buffer {
    return this.#bytes.subarray(this.#bounds[from], this.#bounds[to])
  }
}

/** The cached views with the same options. */
class Views {
  /** The start of an answer with several events. */
  readonly start: JsonForms<Buffer>
  readonly byText = new Map<string, JsonForms<string>>()
  /** The views of blocks, by the memory of the block. */
  readonly #byBlock = new WeakMap<ArrayBufferLike, BlockViews>()
  readonly #readBlocks = new WeakSet<ArrayBufferLike>()
  readonly #options: ViewOptions
  readonly #generation: Generation

  constructor(options: ViewOptions, generation: Generation) {
    this.#options = options
    this.#generation = generation
    this.start = encoded(`{"timeZone":${JSON.stringify(options.zone ?? '')},"events":[`)
  }

  /** The view of an event. */
  readonly find = (text: string): JsonForms<string> => {
    const found = this.byText.get(text)
    if (found !== undefined) return found
    const view = this.#generation.older()?.byText.get(text) ?? this.#render(text)
    this.byText.set(text, view)
    this.#generation.note(text)
    return view
  }

  /** The views of the events in a piece of a page; undefined if these are not whole ones. */
  shownIn(piece: Buffer): JsonForms<Buffer> | undefined {
    const { buffer, byteOffset, length } = piece
    const found = this.#byBlock.get(buffer)
    if (found !== undefined) return found.between(byteOffset, byteOffset + length)
    // The views of the whole block pay off only when it is read again.
    if (buffer.byteLength === sharedBytes || !this.#readBlocks.has(buffer)) {
      this.#readBlocks.add(buffer)
      return BlockViews.of(piece, this.find)?.between(0, length)
    }
    const views = BlockViews.of(Buffer.from(buffer), this.find)
    if (views !== undefined) this.#byBlock.set(buffer, views)
    return views?.between(byteOffset, byteOffset + length)
  }

  #render(text: string): JsonForms<string> {
    const json = JSON.stringify(eventView(JSON.parse(text) as Event, this.#options))
    return { json, escaped: escapedText(json) }
  }
}

/** The size of the memory that small buffers share, and to which others are still written. */
const sharedBytes = Buffer.from(' ').buffer.byteLength

interface Generation {
  /** The views of the previous generation. */
  older(): Views | undefined
  note(text: string): void
}

/** About 10 MB for each of two generations. */
const generationLengthMax = 10_000_000
/** The text of an event, its view in both forms, and these again in a block. */
const textsPerView = 5

/** The views of events for all options, in two generations. */
class ViewCache {
  #recent = new Map<string, Views>()
  #older = new Map<string, Views>()
  #recentLength = 0

  of(options: ViewOptions): Views {
    const { callerEmail, zone = '', isInList = false } = options
    const key = `${callerEmail} ${zone} ${isInList}`
    return this.#recent.getOrInsertComputed(key, () => {
      const older = () => this.#older.get(key)
      return new Views(options, { older, note: (text) => this.#note(text) })
    })
  }

  #note({ length }: string): void {
    this.#recentLength += textsPerView * length
    if (this.#recentLength <= generationLengthMax) return
    this.#older = this.#recent
    this.#recent = new Map()
    this.#recentLength = 0
  }
}

const cachedViews = new ViewCache()
