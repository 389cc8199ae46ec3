import type { IncomingHttpHeaders } from 'node:http'
import type { HttpReply } from './http.ts'

/** What a person sees of an answer, read well enough to fill in its forms. */
export interface Page {
  readonly path: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly html: string
  readonly heading: string
  /** All that the main part says. */
  readonly words: string
  /** What stands on the buttons. */
  readonly buttons: readonly string[]
  has(button: string): boolean
  button(text: string | ((text: string) => boolean)): { form: Form; pressed: Attributes }
}

type Attributes = Readonly<Record<string, string>>

export function pageOf(
  path: string,
  { status, headers, text: html }: Pick<HttpReply, 'status' | 'headers' | 'text'>,
): Page {
  const forms = formsIn(html)
  const buttons = [...html.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].map((match) => ({
    text: wordsOf(match[2]!),
    attributes: attributesOf(match[1]!),
    index: match.index,
  }))
  return {
    path,
    status,
    headers,
    html,
    heading: wordsOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? ''),
    words: wordsOf(/<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? html),
    buttons: buttons.map(({ text }) => text),
    has: (wanted) => buttons.some(({ text }) => text === wanted),
    button(wanted) {
      const isWanted = typeof wanted === 'string' ? (text: string) => text === wanted : wanted
      const found = buttons.find(({ text }) => isWanted(text))
      if (found === undefined) throw new Error(`no button ${wanted} on: ${this.words}`)
      const form = forms.find((each) => each.holds(found.index, found.attributes.form))
      if (form === undefined) throw new Error(`the button ${found.text} belongs to no form`)
      return { form, pressed: found.attributes }
    },
  }
}

interface Field {
  readonly attributes: Attributes
  readonly index: number
}

/** A form and the fields that belong to it, wherever they stand. */
export class Form {
  readonly #id: string | undefined
  readonly #start: number
  readonly #end: number
  readonly #fields: readonly Field[]
  readonly action: string

  constructor(start: number, source: string, fields: readonly Field[]) {
    const attributes = attributesOf(/^<form\b([^>]*)>/.exec(source)![1]!)
    this.#id = attributes.id
    this.#start = start
    this.#end = start + source.length
    this.action = attributes.action ?? ''
    this.#fields = fields.filter((field) => this.holds(field.index, field.attributes.form))
  }

  holds(index: number, owner: string | undefined): boolean {
    if (owner !== undefined) return owner === this.#id
    return index > this.#start && index < this.#end
  }

  /** What a browser would send when the button is pressed. */
  body(
    pressed: Attributes,
    { fill = {}, untick = [] }: { fill?: Attributes; untick?: readonly string[] } = {},
  ): URLSearchParams {
    const body = new URLSearchParams()
    for (const { attributes } of this.#fields) {
      const { name, value = '', type } = attributes
      if (name === undefined || (type === 'checkbox' && untick.includes(value))) continue
      if (type === 'checkbox' && attributes.checked === undefined) continue
      body.append(name, fill[name] ?? value)
    }
    if (pressed.name !== undefined) body.append(pressed.name, pressed.value ?? '')
    return body
  }
}

function formsIn(html: string): Form[] {
  const fields = [...html.matchAll(/<input\b([^>]*)>/g)].map((match) => ({
    attributes: attributesOf(match[1]!),
    index: match.index,
  }))
  return [...html.matchAll(/<form\b[\s\S]*?<\/form>/g)].map(
    (match) => new Form(match.index, match[0], fields),
  )
}

const attributesOf = (source: string): Attributes =>
  Object.fromEntries(
    [...source.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
      name!,
      decoded(value ?? ''),
    ]),
  )

const wordsOf = (markup: string): string =>
  decoded(markup.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const decoded = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
