import { FormulaFault, type Token, tokensOf } from './tokens.ts'

/** A formula as a tree. */
export type Formula =
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'text'; readonly value: string }
  /** A report column, by name. */
  | { readonly is: 'column'; readonly name: string; readonly at: number }
  /** Another saved column: `c:"Name"`. */
  | { readonly is: 'saved'; readonly name: string; readonly at: number }
  | {
      readonly is: 'call'
      readonly name: string
      readonly of: readonly Formula[]
      readonly at: number
    }
  | { readonly is: 'sum'; readonly sign: Sign; readonly of: readonly [Formula, Formula] }

export type Sign = '+' | '-' | '*' | '/' | '=' | '<>' | '<' | '>' | '<=' | '>='

const depthMax = 50

/** Parses a formula. Comparisons have the lowest precedence, then sums, then products. */
export function parseFormula(text: string): Formula {
  const reading = new Reading(tokensOf(text), text.length)
  const formula = comparison(reading)
  reading.requireEnd()
  return formula
}

class Reading {
  readonly #tokens: readonly Token[]
  readonly #length: number
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens
    this.#length = length
  }

  get at(): number {
    return this.#tokens[this.#next]?.at ?? this.#length
  }

  /** The next token, if it is one of these signs. */
  sign<S extends string>(...signs: readonly S[]): S | undefined {
    const token = this.#tokens[this.#next]
    const found = token?.kind === 'sign' ? signs.find((sign) => sign === token.text) : undefined
    if (found !== undefined) this.#next += 1
    return found
  }

  requireSign(sign: string): void {
    if (this.sign(sign) === undefined) throw new FormulaFault(`${sign} is expected`, this.at)
  }

  take(kind: Token['kind']): Token | undefined {
    const token = this.#tokens[this.#next]
    if (token?.kind !== kind) return undefined
    this.#next += 1
    return token
  }

  requireEnd(): void {
    if (this.#next < this.#tokens.length)
      throw new FormulaFault('Nothing more is expected', this.at)
  }

  within<T>(read: () => T): T {
    if (++this.#depth > depthMax)
      throw new FormulaFault('The formula is nested too deeply', this.at)
    const value = read()
    this.#depth -= 1
    return value
  }
}

const comparison = (reading: Reading): Formula =>
  reading.within(() => {
    const left = sum(reading)
    const sign = reading.sign('=', '<>', '<', '>', '<=', '>=')
    return sign === undefined ? left : { is: 'sum', sign, of: [left, sum(reading)] }
  })

const sum = (reading: Reading): Formula => parseChain(reading, product, '+', '-')

const product = (reading: Reading): Formula => parseChain(reading, negation, '*', '/')

function parseChain(
  reading: Reading,
  read: (reading: Reading) => Formula,
  ...signs: readonly Sign[]
): Formula {
  let formula = read(reading)
  for (;;) {
    const sign = reading.sign(...signs)
    if (sign === undefined) return formula
    formula = { is: 'sum', sign, of: [formula, read(reading)] }
  }
}

function negation(reading: Reading): Formula {
  if (reading.sign('-') === undefined) return parseRange(reading)
  const negated = reading.within(() => negation(reading))
  return { is: 'sum', sign: '-', of: [{ is: 'number', value: 0 }, negated] }
}

/** `metric.for_date_range(range)` is the metric on other days than those of the row. */
function parseRange(reading: Reading): Formula {
  let formula = single(reading)
  while (reading.sign('.') !== undefined) {
    const { at } = reading
    const name = reading.take('name')
    if (name?.text !== 'for_date_range') throw new FormulaFault('for_date_range is expected', at)
    formula = { is: 'call', name: 'for_date_range', of: [formula, ...argumentsOf(reading)], at }
  }
  return formula
}

function single(reading: Reading): Formula {
  const { at } = reading
  if (reading.sign('(') !== undefined) {
    const formula = comparison(reading)
    reading.requireSign(')')
    return formula
  }
  const number = reading.take('number')
  if (number !== undefined) return { is: 'number', value: Number(number.text) }
  const text = reading.take('text')
  if (text !== undefined) return { is: 'text', value: text.text }
  const name = reading.take('name')
  if (name === undefined) throw new FormulaFault('A value is expected', at)
  return parseName(reading, name)
}

function parseName(reading: Reading, { text, at }: Token): Formula {
  if (text === 'c' && reading.sign(':') !== undefined) {
    const saved = reading.take('text')
    if (saved === undefined) throw new FormulaFault('The name of a saved column is expected', at)
    return { is: 'saved', name: saved.text, at }
  }
  const of = reading.sign('(') === undefined ? undefined : parseArguments(reading)
  return of === undefined ? { is: 'column', name: text, at } : { is: 'call', name: text, of, at }
}

function argumentsOf(reading: Reading): readonly Formula[] {
  reading.requireSign('(')
  return parseArguments(reading)
}

/** The expressions in parentheses, after the opening one. */
function parseArguments(reading: Reading): readonly Formula[] {
  const formulas: Formula[] = []
  if (reading.sign(')') !== undefined) return formulas
  do formulas.push(comparison(reading))
  while (reading.sign(',') !== undefined)
  reading.requireSign(')')
  return formulas
}
