import { BadEntry } from '../entry.ts'

type Members = Readonly<Record<string, unknown>>

/** The members of a JSON object, each of the expected type or absent. */
export class JsonMembers {
  readonly #members: Members
  readonly #path: string

  constructor(value: unknown, path = '') {
    if (!isObject(value)) throw new BadEntry(`${path || 'the line'} is not an object`)
    this.#members = value
    this.#path = path
  }

  text(name: string): string | undefined {
    return this.#get(name, 'a text', (value) => typeof value === 'string')
  }

  flag(name: string): boolean | undefined {
    return this.#get(name, 'true or false', (value) => typeof value === 'boolean')
  }

  number(name: string, { min, max }: { min: number; max: number }): number | undefined {
    const isNumber = (value: unknown): value is number =>
      typeof value === 'number' && value >= min && value <= max
    return this.#get(name, `a number from ${min} to ${max}`, isNumber)
  }

  count(name: string): number | undefined {
    return this.#get(name, 'a whole number', isCount)
  }

  oneOf<const V extends string>(name: string, values: readonly V[]): V | undefined {
    const isOne = (value: unknown): value is V => values.includes(value as V)
    return this.#get(name, `one of ${values.join(', ')}`, isOne)
  }

  texts(name: string): string[] | undefined {
    const areTexts = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((each) => typeof each === 'string')
    return this.#get(name, 'a list of texts', areTexts)
  }

  object(name: string): JsonMembers | undefined {
    const value = this.#get(name, 'an object', isObject)
    return value === undefined ? undefined : new JsonMembers(value, this.#path + name)
  }

  objects(name: string): JsonMembers[] {
    const list = this.#get(name, 'a list', (value): value is unknown[] => Array.isArray(value))
    return (list ?? []).map((value, at) => new JsonMembers(value, `${this.#path}${name}[${at}]`))
  }

  #get<T>(name: string, expected: string, is: (value: unknown) => value is T): T | undefined {
    const value = this.#members[name]
    if (value === undefined || value === null) return undefined
    if (is(value)) return value
    const path = this.#path === '' ? name : `${this.#path}.${name}`
    throw new BadEntry(`${path} is not ${expected}`)
  }
}

const int32Max = 2 ** 31 - 1

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= int32Max

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses JSON; throws `BadEntry` if it is invalid. */
export function parsedJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined) throw new BadEntry('the line is too long')
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new BadEntry('the line is not JSON', { cause })
  }
}
