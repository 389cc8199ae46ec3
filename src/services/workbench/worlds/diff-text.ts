import type { ChangedField, DiffedResource, WorldDiff } from './world-registry.ts'

const valueCharactersMax = 200

/**
 * A diff as people read it: a line for each resource, which begins with `+`, `~` or `-`, and below it
 * a line for each field that was changed.
 */
export function diffText(diff: WorldDiff): string {
  const lines = Object.entries(diff).flatMap(([type, { created, updated, deleted }]) => [
    ...created.map((resource) => resourceLine('+', type, resource)),
    ...updated.flatMap((resource) => [
      resourceLine('~', type, resource),
      ...resource.changes.map(fieldLine),
    ]),
    ...deleted.map((resource) => resourceLine('-', type, resource)),
  ])
  return lines.length === 0 ? 'No changes.\n' : `${lines.join('\n')}\n`
}

function resourceLine(mark: string, type: string, { key, resource }: DiffedResource): string {
  const label = labelOf(resource)
  return `${mark} ${type}  ${key}${label === undefined ? '' : `  ${valueText(label)}`}`
}

const fieldLine = ({ field, before, after }: ChangedField): string =>
  `    ${field}: ${valueText(before)} -> ${valueText(after)}`

/** What people call a resource, in the field that its type has for that. */
function labelOf(resource: DiffedResource['resource']): unknown {
  const { summary, title, name, savedColumnName, role, value } = resource
  const volumeInfo = resource.volumeInfo as { readonly title?: string } | undefined
  return summary ?? volumeInfo?.title ?? title ?? name ?? savedColumnName ?? role ?? value
}

/** A value as JSON in one line, which a long one is cut to. */
function valueText(value: unknown): string {
  if (value === undefined) return '(none)'
  const text = JSON.stringify(value)
  return text.length <= valueCharactersMax ? text : `${text.slice(0, valueCharactersMax)}…`
}
