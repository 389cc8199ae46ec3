import { type ComponentTree, componentTree, propertyName } from '../ical/component-tree.ts'

/** A text that a value has to contain (RFC 4791, 9.7.5). */
export interface TextMatch {
  readonly text: string
  readonly isNegated: boolean
  /** Whether upper and lower case differ. */
  readonly isExact: boolean
}

export interface PropertyFilter {
  /** In upper case, as all names in filters. */
  readonly name: string
  readonly isNotDefined: boolean
  readonly match: TextMatch | undefined
  readonly parameters: readonly Omit<PropertyFilter, 'parameters'>[]
}

/** A condition for a component and what is in it (RFC 4791, 9.7.1). */
export interface ComponentFilter {
  readonly name: string
  readonly isNotDefined: boolean
  readonly properties: readonly PropertyFilter[]
  readonly components: readonly ComponentFilter[]
}

/** Whether the text of an object meets a filter for its calendar. */
export function meetsFilter(text: string, filter: ComponentFilter): boolean {
  const tree = componentTree(text)
  return tree !== undefined && tree.name === filter.name && meets(tree, filter)
}

const meets = (tree: ComponentTree, { properties, components }: ComponentFilter): boolean =>
  properties.every((filter) => hasProperty(tree, filter)) &&
  components.every((filter) => {
    const found = tree.components.filter(({ name }) => name === filter.name)
    return filter.isNotDefined ? found.length === 0 : found.some((one) => meets(one, filter))
  })

function hasProperty({ lines }: ComponentTree, filter: PropertyFilter): boolean {
  const found = lines.filter((line) => propertyName(line) === filter.name)
  if (filter.isNotDefined) return found.length === 0
  return found.some((line) => {
    const { value, parameters } = partsOf(line)
    return (
      isMatch(value, filter.match) &&
      filter.parameters.every(({ name, isNotDefined, match }) => {
        const given = parameters.get(name)
        return given === undefined ? isNotDefined : !isNotDefined && isMatch(given, match)
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
  const { text, isNegated, isExact } = match
  const isContained = isExact
    ? value.includes(text)
    : value.toLowerCase().includes(text.toLowerCase())
  return isContained !== isNegated
}
