import { storedLine } from './content-lines.ts'

/** A component of iCalendar text, with its properties as they are written. */
export interface ComponentTree {
  /** In upper case. */
  readonly name: string
  /** Unfolded. */
  readonly lines: readonly string[]
  readonly components: readonly ComponentTree[]
}

const depthMax = 5
const linesMax = 20_000

/** Reads text with one component; undefined if it is anything else. */
export function componentTree(text: string): ComponentTree | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
  if (lines.length > linesMax) return undefined
  const root = { name: '', lines: [] as string[], components: [] as ComponentTree[] }
  const open = [root]
  for (const line of lines) {
    const [, word = '', name = ''] = /^(BEGIN|END):([A-Z0-9-]{1,100})\s*$/i.exec(line) ?? []
    const present = open.at(-1)!
    if (word.toUpperCase() === 'BEGIN') {
      const begun = { name: name.toUpperCase(), lines: [], components: [] }
      present.components.push(begun)
      if (open.push(begun) > depthMax) return undefined
    } else if (word !== '') {
      if (open.length === 1 || open.pop()!.name !== name.toUpperCase()) return undefined
    } else if (line.trim() !== '') present.lines.push(line)
  }
  const isOne = open.length === 1 && root.lines.length === 0 && root.components.length === 1
  return isOne ? root.components[0] : undefined
}

/** The name of the property that a line states, in upper case. */
export const propertyName = (line: string): string =>
  /^[A-Za-z0-9-]{1,100}/.exec(line)?.[0].toUpperCase() ?? ''

/** The first line with a property of this name. */
export const propertyLine = ({ lines }: ComponentTree, name: string): string | undefined =>
  lines.find((line) => propertyName(line) === name)

/** The value of the first property of this name, as it is written. */
export function propertyValue(tree: ComponentTree, name: string): string | undefined {
  const line = propertyLine(tree, name)
  return line === undefined ? undefined : /^[^:"]*(?:"[^"]*"[^:"]*)*:(.*)$/s.exec(line)?.[1]?.trim()
}

/** The text of a component: on unfolded lines, or folded for others to read. */
export function treeText(
  tree: ComponentTree,
  { isFolded }: { readonly isFolded: boolean },
): string {
  const { name, lines, components } = tree
  return [
    `BEGIN:${name}`,
    ...(isFolded ? lines.map(storedLine) : lines),
    ...components.map((one) => treeText(one, { isFolded })),
    `END:${name}`,
  ].join('\r\n')
}
