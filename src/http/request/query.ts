import { badRequest } from '#/kernel/errors.ts'

export const queryPairsMax = 1000
const nameShownLengthMax = 64

/** The pairs of a query string or form, in order and with repetitions. */
export class Query {
  readonly #names: readonly string[]
  readonly #values: readonly string[]

  constructor(names: readonly string[], values: readonly string[]) {
    this.#names = names
    this.#values = values
  }

  /** The first value of the name. */
  get(name: string): string | undefined {
    const index = this.#names.indexOf(name)
    return index === -1 ? undefined : this.#values[index]
  }

  getAll(name: string): string[] {
    return this.#values.filter((_, index) => this.#names[index] === name)
  }

  /** Each name once, in the order of first appearance. */
  names(): string[] {
    return [...new Set(this.#names)]
  }

  /** These pairs, followed by those of another query. */
  followedBy(other: Query): Query {
    return new Query([...this.#names, ...other.#names], [...this.#values, ...other.#values])
  }
}

export const emptyQuery = new Query([], [])

/** The pairs of both queries. The first query has precedence. */
export const joinQueries = (first: Query, second: Query) => first.followedBy(second)

/** Parses a query string, without the question mark, or an `x-www-form-urlencoded` body. */
export function parseQuery(text: string): Query {
  const names: string[] = []
  const values: string[] = []
  let start = 0
  while (start < text.length) {
    const found = text.indexOf('&', start)
    const end = found === -1 ? text.length : found
    if (end > start) {
      if (names.length === queryPairsMax) {
        throw badRequest(`The request has more than ${queryPairsMax} parameters.`)
      }
      const pair = text.slice(start, end)
      const equals = pair.indexOf('=')
      const name = decode(equals === -1 ? pair : pair.slice(0, equals))
      names.push(name)
      values.push(equals === -1 ? '' : decode(pair.slice(equals + 1), name))
    }
    start = end + 1
  }
  return new Query(names, values)
}

/** The path and the raw query of a request target, which is a path or a URL. */
export function splitTarget(target: string): { path: string; query: string } {
  const hash = target.indexOf('#')
  const whole = hash === -1 ? target : target.slice(0, hash)
  const mark = whole.indexOf('?')
  const address = mark === -1 ? whole : whole.slice(0, mark)
  return { path: pathOf(address), query: mark === -1 ? '' : whole.slice(mark + 1) }
}

function decode(text: string, name?: string): string {
  // Four times as fast as replaceAll if there are many.
  const spaced = text.includes('+') ? text.split('+').join(' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    const problem = /%(?![0-9a-f]{2})/i.test(spaced) ? 'Illegal percent-encoding' : 'Invalid UTF-8'
    const shown = name?.slice(0, nameShownLengthMax).toWellFormed()
    throw badRequest(`${problem} in ${shown === undefined ? 'a parameter name' : `'${shown}'`}.`)
  }
}

const scheme = /^https?:\/\//i

// `OPTIONS *` asks about the server as a whole and names no path.
function pathOf(address: string): string {
  if (address[0] === '/' && address[1] !== '/') return address
  if (address === '*') return address
  const authority = scheme.exec(address)?.[0].length
  let start = authority === undefined ? 0 : address.indexOf('/', authority)
  if (start === -1) return '/'
  // URLs that were joined by hand may have a double slash.
  while (address[start] === '/') start += 1
  return `/${address.slice(start)}`
}
