import { SaxesParser, type SaxesTagNS } from 'saxes'
import { BadEntry, badEntry, type Entry, type Reading } from '../entry.ts'
import { charactersByName } from './character-names.ts'

const elementCharactersMax = 4 * 1024 * 1024
const depthMax = 100

/** The maximum number of open elements. The parser searches them for each element. */
const openElementsMax = 200

/** An element with its content. */
export interface XmlElement {
  /** Without a prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (XmlElement | string)[]
}

/**
 * Reads a file as the elements with a name. Each one is an entry, and only one is in memory at a time.
 * Entities declared in the file are not expanded.
 */
export async function* xmlEntries(
  chunks: AsyncIterable<Buffer>,
  names: readonly string[],
  read: (element: XmlElement) => Reading,
): AsyncGenerator<Entry> {
  const collector = new Collector(new Set(names), read)
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    collector.write(decoder.decode(chunk, { stream: true }))
    yield* collector.take()
    if (collector.isOver) return
  }
  collector.close()
  yield* collector.take()
}

/** The encoding in the XML declaration, or of the byte-order mark. */
export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(
    head.toString('latin1', 0, 200).replace(/^\xef\xbb\xbf/, ''),
  )?.[1]
  try {
    return new TextDecoder(declared ?? 'utf-8').encoding
  } catch {
    return 'utf-8'
  }
}

/** Aborts the parser in the middle of its input. */
class TooDeep extends Error {}

class Collector {
  readonly #names: ReadonlySet<string>
  readonly #read: (element: XmlElement) => Reading
  readonly #parser = new SaxesParser({ xmlns: true, position: true })
  readonly #stack: XmlElement[] = []
  #entries: Entry[] = []
  #line = 0
  #characters = 0
  #problem: string | undefined
  #openElements = 0

  constructor(names: ReadonlySet<string>, read: (element: XmlElement) => Reading) {
    this.#names = names
    this.#read = read
    const parser = this.#parser
    Object.assign(parser.ENTITIES, charactersByName)
    parser.on('opentag', (tag) => this.#open(tag as SaxesTagNS))
    parser.on('text', (text) => this.#text(text))
    parser.on('cdata', (text) => this.#text(text))
    parser.on('closetag', () => this.#close())
    parser.on('error', (error) => this.#fail(error))
  }

  /** Whether reading has ended. */
  get isOver(): boolean {
    return this.#openElements > openElementsMax
  }

  write(text: string): void {
    try {
      this.#parser.write(text)
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error
      this.#entries.push(badEntry(this.#parser.line, 'the file is nested too deeply'))
    }
  }

  close(): void {
    this.#parser.close()
    if (this.#stack.length > 0) this.#entries.push(badEntry(this.#line, 'the file ends within it'))
  }

  take(): Entry[] {
    return this.#entries.splice(0)
  }

  #open({ local, attributes }: SaxesTagNS): void {
    this.#openElements += 1
    if (this.isOver) throw new TooDeep()
    if (this.#stack.length === 0) {
      if (!this.#names.has(local)) return
      this.#line = this.#parser.line
      this.#characters = 0
      this.#problem = undefined
    }
    if (this.#stack.length >= depthMax) this.#problem ??= 'it is nested too deeply'
    const values = Object.values(attributes).map(({ local: key, value }) => [key, value] as const)
    const element = { name: local, attributes: Object.fromEntries(values), children: [] }
    if (this.#problem === undefined) this.#stack.at(-1)?.children.push(element)
    this.#stack.push(element)
  }

  #text(text: string): void {
    if (this.#stack.length === 0) return
    this.#characters += text.length
    if (this.#characters > elementCharactersMax) this.#problem ??= 'it is too long'
    if (this.#problem === undefined) this.#stack.at(-1)!.children.push(text)
  }

  #close(): void {
    this.#openElements -= 1
    if (this.#stack.length === 0) return
    const element = this.#stack.pop()!
    if (this.#stack.length > 0) return
    const problem = this.#problem
    const read = this.#read
    this.#entries.push({
      line: this.#line,
      read: () => {
        if (problem !== undefined) throw new BadEntry(problem)
        return read(element)
      },
    })
  }

  #fail(error: Error): void {
    const message = `it is not proper XML: ${error.message.replace(/^\d+:\d+: /, '')}`
    if (this.#stack.length > 0) this.#problem ??= message
    else if (!/unclosed tag/.test(message)) {
      this.#entries.push(badEntry(this.#parser.line, message.replace(/^it/, 'the file')))
    }
  }
}

/** The direct children with a name. */
export const children = (element: XmlElement | undefined, name: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  )

/** The first element at a path of names. */
export function at(element: XmlElement | undefined, ...path: readonly string[]) {
  let found = element
  for (const name of path) found = children(found, name)[0]
  return found
}

/** The text content of an element. */
export function textOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined) return undefined
  return element.children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('')
}

/** The content of an element as HTML; it can contain elements or escaped markup. */
export function innerMarkup(element: XmlElement | undefined): string | undefined {
  if (element === undefined) return undefined
  const hasElements = element.children.some((child) => typeof child !== 'string')
  return hasElements ? element.children.map(markupOf).join('') : textOf(element)
}

function markupOf(child: XmlElement | string): string {
  if (typeof child === 'string') return child.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<${child.name}>${child.children.map(markupOf).join('')}</${child.name}>`
}
