import { SaxesParser, type SaxesTagNS } from 'saxes'
import { parseError } from '#/kernel/errors.ts'
import { parsePlainXml } from './plain-xml.ts'

const depthMax = 30
const elementsMax = 20_000
const attributesMax = 1_000

/** An element of a request. */
export interface XmlElement {
  /** The namespace and the local name: `DAV: href`. */
  readonly name: string
  /** Without declarations of namespaces. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

/**
 * Parses the body of a request; undefined if it is empty. Documents with a type declaration are refused, so
 * that no entity is ever defined.
 */
export function parseXml(body: Buffer | undefined): XmlElement | undefined {
  if (body === undefined || body.length === 0) return undefined
  const text = new TextDecoder().decode(body)
  const refuse = (): never => {
    throw parseError('The body is not acceptable XML.')
  }
  if (hasTooManyAttributes(text)) refuse()
  return parsePlainXml(text, { depthMax, elementsMax }) ?? parseAnyXml(text, refuse)
}

/** Parses any document. */
export function parseAnyXml(text: string, refuse: () => never): XmlElement | undefined {
  // A seventh handler makes the parser ten times slower, because V8 then keeps its properties in a dictionary.
  const parser = new SaxesParser({ xmlns: true })
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  let elements = 0
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', (tag) => {
    const { uri, local, attributes: tagAttributes } = tag as SaxesTagNS
    const entries = Object.values(tagAttributes)
      .filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns')
      .map(({ local, value }) => [local, value] as const)
    if (++elements > elementsMax || open.length >= depthMax) refuse()
    const element: OpenElement = {
      name: `${uri} ${local}`,
      attributes: Object.fromEntries(entries),
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  return root
}

/** Whether a text has more attributes than are allowed, or as much that looks like one. */
function hasTooManyAttributes(text: string): boolean {
  let count = 0
  for (const _ of text.matchAll(/=\s*["']/g)) if (++count > attributesMax) return true
  return false
}

/** The namespaces of requests and responses. */
export const namespaces = {
  d: 'DAV:',
  c: 'urn:ietf:params:xml:ns:caldav',
  cs: 'http://calendarserver.org/ns/',
  ic: 'http://apple.com/ns/ical/',
} as const

/** The full name of an element: `fullName('d', 'href')` is `DAV: href`. */
export const fullName = (prefix: keyof typeof namespaces, local: string): string =>
  `${namespaces[prefix]} ${local}`

const prefixes = new Map<string, string>(
  Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]),
)

/** Renders an element with the given content. */
export function element(name: string, content = ''): string {
  const at = name.lastIndexOf(' ')
  const local = name.slice(at + 1)
  const prefix = prefixes.get(name.slice(0, at))
  if (prefix === undefined) return foreignElement(name.slice(0, at), local, content)
  return content === ''
    ? `<${prefix}:${local}/>`
    : `<${prefix}:${local}>${content}</${prefix}:${local}>`
}

/** No prefix can stand for the absence of a namespace (Namespaces in XML, 5). */
function foreignElement(uri: string, local: string, content: string): string {
  const name = uri === '' ? local : `x:${local}`
  const declared = uri === '' ? name : `${name} xmlns:x="${escapeXml(uri)}"`
  return `<${declared}${content === '' ? '/>' : `>${content}</${name}>`}`
}

const declarations = Object.entries(namespaces)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

/** Renders a document, whose root element declares all namespaces. */
export const xmlDocument = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root} ${declarations}>${content}</${root}>\n`

// Control characters are not allowed in XML, not even escaped.
export const escapeXml = (text: string): string => (plain.test(text) ? text : escapedText(text))

const plain = /^[\t\n\u0020\u0021\u0023-\u0025\u0027-\u003b\u003d\u003f-\u007e]*$/

const escapedText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')

/** The child of this name, if any. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

/** How many elements there are in an element, including itself. */
export const elementCount = ({ children }: XmlElement): number =>
  children.reduce((count, child) => count + elementCount(child), 1)
