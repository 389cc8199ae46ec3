import {
  type ComponentTree,
  componentTree,
  propertyName,
  treeText,
} from '../ical/component-tree.ts'
import { readObject } from '../ical/object/read-object.ts'
import { isTimeZone } from '../time/zone-offsets.ts'
import type { TimeRange } from './object-reader.ts'
import { ObjectTimes } from './object-times.ts'

/** The properties and components that a program wants of a component (RFC 4791, 9.6.1). */
export interface ComponentSelection {
  /** In upper case, as all names in selections. */
  readonly name: string
  /** Undefined for all. */
  readonly properties: readonly PropertySelection[] | undefined
  /** Undefined for all. */
  readonly components: readonly ComponentSelection[] | undefined
}

export interface PropertySelection {
  readonly name: string
  readonly withoutValue: boolean
}

/** What a program wants of the texts of objects. */
export interface TextSelection {
  /** The instances in this range of time instead of rules. */
  readonly expansion: TimeRange | undefined
  /** Only exceptions that concern this range of time. */
  readonly exceptionsIn: TimeRange | undefined
  readonly component: ComponentSelection | undefined
  /** Whether time zones that have standard names are left out (RFC 7809). */
  readonly omitsZones: boolean
}

/** The part of a text that a program wants. The zone is that of floating times. */
export async function selectedText(
  text: string,
  { exceptionsIn, component, omitsZones }: Omit<TextSelection, 'expansion'>,
  zone: string,
): Promise<string> {
  if (exceptionsIn === undefined && component === undefined && !omitsZones) return text
  const whole =
    exceptionsIn === undefined ? componentTree(text) : await limitedTree(text, exceptionsIn, zone)
  if (whole === undefined) return text
  const named = omitsZones ? withoutZones(whole) : whole
  const tree = component?.name === named.name ? selectedTree(named, component) : named
  return `${treeText(tree, { isFolded: true })}\r\n`
}

/** The object without the exceptions that do not concern a range of time. */
async function limitedTree(
  text: string,
  range: TimeRange,
  zone: string,
): Promise<ComponentTree | undefined> {
  const object = await readObject(text, zone)
  if (object === undefined) return undefined
  const times = new ObjectTimes(object)
  const others = object.events
    .entries()
    .filter(([key, event]) => key !== '' && object.events.has('') && !times.concerns(event, range))
  const left = new Set(others.map(([, { tree }]) => tree))
  const { tree } = object
  return { ...tree, components: tree.components.filter((one) => !left.has(one)) }
}

function withoutZones(tree: ComponentTree): ComponentTree {
  const isStandard = ({ name, lines }: ComponentTree) =>
    name === 'VTIMEZONE' && lines.some((line) => isTimeZone(/^TZID:(.+)$/i.exec(line)?.[1] ?? ''))
  return { ...tree, components: tree.components.filter((one) => !isStandard(one)) }
}

function selectedTree(
  tree: ComponentTree,
  { properties, components }: ComponentSelection,
): ComponentTree {
  const selected = new Map(properties?.map((property) => [property.name, property]))
  const parts = new Map(components?.map((part) => [part.name, part]))
  return {
    name: tree.name,
    lines:
      properties === undefined
        ? tree.lines
        : tree.lines.flatMap((line) => {
            const property = selected.get(propertyName(line))
            if (property === undefined) return []
            return [property.withoutValue ? withoutValue(line) : line]
          }),
    components:
      components === undefined
        ? tree.components
        : tree.components.flatMap((one) => {
            const part = parts.get(one.name)
            return part === undefined ? [] : [selectedTree(one, part)]
          }),
  }
}

/** The name and the parameters of a line, with a colon. */
const withoutValue = (line: string): string => /^[^:"]*(?:"[^"]*"[^:"]*)*:/.exec(line)?.[0] ?? line
