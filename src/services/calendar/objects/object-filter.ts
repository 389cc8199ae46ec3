import { type ComponentTree, componentTree, propertyName } from '../ical/component-tree.ts'
import { readObject } from '../ical/object/read-object.ts'
import type { TimeRange } from './object-reader.ts'
import { ObjectTimes, overlaps } from './object-times.ts'

/** How texts are compared (RFC 4790): exactly, or with the case of ASCII or of all letters folded. */
export type Collation = 'octet' | 'ascii' | 'unicode'

/** A text that a value has to contain (RFC 4791, 9.7.5). */
export interface TextMatch {
  readonly text: string
  readonly isNegated: boolean
  readonly collation: Collation
}

interface ParameterFilter {
  /** In upper case, as all names in filters. */
  readonly name: string
  readonly isNotDefined: boolean
  readonly match: TextMatch | undefined
}

export interface PropertyFilter extends ParameterFilter {
  /** The range of time that the value is in. */
  readonly range: TimeRange | undefined
  readonly parameters: readonly ParameterFilter[]
}

/** A condition for a component and what is in it (RFC 4791, 9.7.1). */
export interface ComponentFilter {
  readonly name: string
  readonly isNotDefined: boolean
  /** The range of time that an event is in, or an alarm goes off in. */
  readonly range: TimeRange | undefined
  readonly properties: readonly PropertyFilter[]
  readonly components: readonly ComponentFilter[]
}

/**
 * Whether the text of an object that is in the range of a filter meets the rest of it. The zone is that of
 * floating times.
 */
export async function meetsFilter(
  text: string,
  filter: ComponentFilter,
  zone: string,
): Promise<boolean> {
  const tree = componentTree(text)
  if (tree === undefined || tree.name !== filter.name) return false
  // A single event is in the range, because the object is.
  const isSingle = tree.components.filter(({ name }) => name === 'VEVENT').length < 2
  if (!hasRange(filter, isSingle)) return meets(tree, filter, undefined)
  const object = await readObject(text, zone)
  if (object === undefined) return false
  return meets(object.tree, filter, new ObjectTimes(object))
}

/** Whether the text of an object has an event in a range of time. */
export async function isInRange(text: string, range: TimeRange, zone: string): Promise<boolean> {
  const object = await readObject(text, zone)
  return object !== undefined && new ObjectTimes(object).isIn(range)
}

const hasRange = (
  { name, range, properties, components }: ComponentFilter,
  isSingle: boolean,
): boolean =>
  (range !== undefined && !(isSingle && name === 'VEVENT')) ||
  properties.some((property) => property.range !== undefined) ||
  components.some((one) => hasRange(one, isSingle))

function meets(
  tree: ComponentTree,
  { properties, components }: ComponentFilter,
  times: ObjectTimes | undefined,
): boolean {
  const isInRange = (part: ComponentTree, { range }: ComponentFilter) => {
    if (range === undefined || times === undefined) return true
    return part.name === 'VALARM'
      ? times.goesOff({ event: tree, alarm: part }, range)
      : times.takesPlace(part, range)
  }
  return (
    properties.every((filter) => hasProperty(tree, filter, times)) &&
    components.every((filter) => {
      const found = tree.components.filter(({ name }) => name === filter.name)
      if (filter.isNotDefined) return found.length === 0
      return found.some((one) => meets(one, filter, times) && isInRange(one, filter))
    })
  )
}

function hasProperty(
  { lines }: ComponentTree,
  filter: PropertyFilter,
  times: ObjectTimes | undefined,
): boolean {
  const found = lines.filter((line) => propertyName(line) === filter.name)
  if (filter.isNotDefined) return found.length === 0
  return found.some((line) => {
    const { value, parameters } = partsOf(line)
    const { range } = filter
    const moment = range && times!.momentOf(line)
    return (
      isMatch(value, filter.match) &&
      (range === undefined || (moment !== undefined && overlaps(moment, range))) &&
      filter.parameters.every(({ name, isNotDefined, match }) => {
        const value = parameters.get(name)
        return value === undefined ? isNotDefined : !isNotDefined && isMatch(value, match)
      })
    )
  })
}

/** The value and the parameters of a line, without escapes and quotes. */
function partsOf(line: string) {
  const [, head = '', value = ''] = /^([^:"]*(?:"[^"]*"[^:"]*)*):(.*)$/s.exec(line) ?? []
  const parameters = new Map(
    [...head.matchAll(/;([A-Z0-9-]+)=("[^"]*"|[^;]*)/gi)].map(
      ([, name = '', text = '']) => [name.toUpperCase(), text.replaceAll('"', '')] as const,
    ),
  )
  const plain = value.replace(/\\([\\,;nN])/g, (_, one: string) => (/n/i.test(one) ? '\n' : one))
  return { value: plain, parameters }
}

function isMatch(value: string, match: TextMatch | undefined): boolean {
  if (match === undefined) return true
  const { text, isNegated, collation } = match
  const fold = folds[collation]
  return fold(value).includes(fold(text)) !== isNegated
}

const folds: Readonly<Record<Collation, (text: string) => string>> = {
  octet: (text) => text,
  ascii: (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  unicode: (text) => text.toLowerCase(),
}
