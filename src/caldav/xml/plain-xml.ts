import type { XmlElement } from './xml.ts'

interface Limits {
  readonly depthMax: number
  readonly elementsMax: number
}

/** An element whose end has not been read. */
interface OpenElement {
  readonly qualifiedName: string
  readonly element: XmlElement & { readonly children: XmlElement[]; text: string }
  readonly scope: Scope
}

interface Scope {
  readonly uriByPrefix: ReadonlyMap<string, string>
  /** The full names of elements by their qualified ones. */
  readonly names: Map<string, string>
}

// Characters that mean themselves: no markup, line ends as they are, and none that XML does not allow.
const text = String.raw`[^<&\]\u0000-\u0008\u000b-\u001f\ufffe\uffff]*`
const value = String.raw`[^<&"\u0000-\u001f\ufffe\uffff]*`
const name = '[A-Za-z_][A-Za-z0-9_.-]*'
const qualifiedName = `(?:${name}:)?${name}`
const space = '[ \t\n]'
const attributes = `(?:${space}+(?:xmlns:)?${name}="${value}")*`
const tags = new RegExp(
  `<(?:/(${qualifiedName})|(${qualifiedName})(${attributes}))${space}*(/?)>(${text})`,
  'y',
)
const isBlank = /^[ \t\n]*$/
const attribute = new RegExp(`(xmlns:)?(${name})="(${value})"`, 'g')
const declaration = /^(?:<\?xml version="1\.0"(?: encoding="(?:utf|UTF)-8")?\?>)?[ \t\n]*/

/**
 * Parses a document that has nothing but elements, attributes and plain text, as most programs send it; undefined if it
 * has anything else, exceeds a limit or is not well-formed. The parser for all of XML takes four times as long, which
 * was a quarter of a `calendar-multiget` (`npm run bench caldav`).
 */
export function parsePlainXml(document: string, limits: Limits): XmlElement | undefined {
  tags.lastIndex = declaration.exec(document)![0].length
  const outermost: Scope = { uriByPrefix: new Map([['', '']]), names: new Map() }
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  for (let elements = 0; tags.lastIndex < document.length; ) {
    const [tag, end, start = '', attributes = '', slash, text = ''] = tags.exec(document) ?? []
    if (tag === undefined) return undefined
    const outer = open.at(-1)
    if (end === undefined) {
      const isSecondRoot = outer === undefined && root !== undefined
      if (isSecondRoot || ++elements > limits.elementsMax || open.length >= limits.depthMax)
        return undefined
      const opened = openElement(start, attributes, outer?.scope ?? outermost)
      if (opened === undefined) return undefined
      root ??= opened.element
      outer?.element.children.push(opened.element)
      if (slash === '') open.push(opened)
    } else if (slash !== '' || open.pop()?.qualifiedName !== end) return undefined
    const around = open.at(-1)
    if (around !== undefined) around.element.text += text
    else if (!isBlank.test(text)) return undefined
  }
  return open.length === 0 ? root : undefined
}

function openElement(qualifiedName: string, list: string, outer: Scope): OpenElement | undefined {
  const found = list === '' ? { attributes: {}, scope: outer } : readAttributes(list, outer)
  const fullName = found && fullNameIn(found.scope, qualifiedName)
  if (fullName === undefined) return undefined
  const { attributes, scope } = found!
  return { qualifiedName, element: { name: fullName, attributes, children: [], text: '' }, scope }
}

function fullNameIn({ uriByPrefix, names }: Scope, qualifiedName: string): string | undefined {
  const cached = names.get(qualifiedName)
  if (cached !== undefined) return cached
  const colon = qualifiedName.indexOf(':')
  const uri = uriByPrefix.get(colon === -1 ? '' : qualifiedName.slice(0, colon))
  if (uri === undefined) return undefined
  const fullName = `${uri} ${qualifiedName.slice(colon + 1)}`
  names.set(qualifiedName, fullName)
  return fullName
}

/** The attributes of a tag, and the scope with the namespaces that they declare. */
function readAttributes(list: string, outer: Scope) {
  const attributes = new Map<string, string>()
  const declared = new Map<string, string>()
  let count = 0
  for (const [, prefix, name = '', value = ''] of list.matchAll(attribute)) {
    count++
    if (prefix === undefined && name !== 'xmlns') attributes.set(name, value)
    else if (isPlainDeclaration(prefix, name, value)) declared.set(prefix ? name : '', value)
  }
  if (attributes.size + declared.size < count) return undefined
  const scope =
    declared.size === 0
      ? outer
      : { uriByPrefix: new Map([...outer.uriByPrefix, ...declared]), names: new Map() }
  return { attributes: Object.fromEntries(attributes), scope }
}

/** Whether a namespace is declared that XML does not treat in a special way. */
function isPlainDeclaration(prefix: string | undefined, name: string, uri: string): boolean {
  const isReserved = name === 'xml' || (prefix !== undefined && name === 'xmlns')
  return !isReserved && uri !== '' && uri.trim() === uri && !uri.startsWith('http://www.w3.org/')
}
