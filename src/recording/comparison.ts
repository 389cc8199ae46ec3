/** A difference between a recorded response and the one that a replay got. */
export interface Difference {
  readonly kind: 'status' | 'missing' | 'unexpected' | 'type' | 'value'
  /** Where in the body it is, such as `items[0].summary`. */
  readonly path: string
  readonly recorded?: unknown
  readonly replayed?: unknown
}

/** Members that identify a state and differ between servers. Later requests may repeat their values. */
const identifiers = new Set([
  'id',
  'etag',
  'iCalUID',
  'recurringEventId',
  'resourceId',
  'nextPageToken',
  'nextSyncToken',
  'resourceUri',
  'selfLink',
  'htmlLink',
])

/** Members whose values depend on the time of the request. */
const times = new Set(['created', 'updated', 'expiration', 'expires_in', 'lastRefreshed'])

const differencesMax = 100

/**
 * Compares two bodies as JSON: which members there are, of which types, and with which values. Values of
 * identifiers are not compared; `onIdentifier` gets those that differ.
 */
export function bodyDifferences(
  recorded: unknown,
  replayed: unknown,
  onIdentifier: (recorded: string, replayed: string) => void,
): Difference[] {
  const found: Difference[] = []
  const add = (difference: Difference) => {
    if (found.length < differencesMax) found.push(difference)
  }
  const compare = (one: unknown, other: unknown, path: string, name: string): void => {
    if (typeOf(one) !== typeOf(other)) {
      add({ kind: 'type', path, recorded: typeOf(one), replayed: typeOf(other) })
    } else if (Array.isArray(one)) {
      compareLists(one, other as unknown[], path)
    } else if (typeof one === 'object' && one !== null) {
      compareMembers(one as Members, other as Members, path)
    } else if (one !== other && !times.has(name)) {
      if (identifiers.has(name)) {
        if (typeof one === 'string') onIdentifier(one, String(other))
      } else add({ kind: 'value', path, recorded: one, replayed: other })
    }
  }
  const compareLists = (one: readonly unknown[], other: readonly unknown[], path: string) => {
    if (one.length !== other.length) {
      add({ kind: 'value', path: `${path}.length`, recorded: one.length, replayed: other.length })
    }
    const length = Math.min(one.length, other.length)
    for (let index = 0; index < length; index++) {
      compare(one[index], other[index], `${path}[${index}]`, '')
    }
  }
  const compareMembers = (one: Members, other: Members, path: string) => {
    const below = (name: string) => (path === '' ? name : `${path}.${name}`)
    for (const name of Object.keys(one)) {
      if (Object.hasOwn(other, name)) compare(one[name], other[name], below(name), name)
      else add({ kind: 'missing', path: below(name) })
    }
    for (const name of Object.keys(other)) {
      if (!Object.hasOwn(one, name)) add({ kind: 'unexpected', path: below(name) })
    }
  }
  compare(recorded, replayed, '', '')
  return found
}

type Members = Readonly<Record<string, unknown>>

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** A difference in one line. */
export function differenceText({ kind, path, recorded, replayed }: Difference): string {
  const at = path === '' ? 'the body' : path
  switch (kind) {
    case 'status':
      return `status: recorded ${recorded}, replayed ${replayed}`
    case 'missing':
      return `${at}: missing`
    case 'unexpected':
      return `${at}: not recorded`
    case 'type':
      return `${at}: recorded ${recorded}, replayed ${replayed}`
    case 'value':
      return `${at}: recorded ${JSON.stringify(recorded)}, replayed ${JSON.stringify(replayed)}`
  }
}
