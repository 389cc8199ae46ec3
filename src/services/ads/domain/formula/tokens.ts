/** A syntax error in a formula, with its position. */
export class FormulaFault extends Error {
  override readonly name = 'FormulaFault'

  constructor(message: string, at: number) {
    super(`${message} at character ${at + 1}`)
  }
}

export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign'
  /** The text, without quotes. */
  readonly text: string
  readonly at: number
}

const lengthMax = 4_000

const forms: readonly (readonly [Token['kind'] | undefined, RegExp])[] = [
  [undefined, /\s+/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['text', /"(?:[^"\\]|\\.)*"/y],
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['sign', /<>|<=|>=|[-+*/=<>(),.:]/y],
]

/** Splits a formula into tokens. */
export function tokensOf(formula: string): Token[] {
  if (formula.length > lengthMax) {
    throw new FormulaFault(`A formula has ${lengthMax} characters at most: it is longer`, lengthMax)
  }
  const tokens: Token[] = []
  let at = 0
  while (at < formula.length) {
    const [kind, text] = nextIn(formula, at)
    if (kind !== undefined)
      tokens.push({ kind, text: kind === 'text' ? unquotedText(text) : text, at })
    at += text.length
  }
  return tokens
}

function nextIn(formula: string, at: number): readonly [Token['kind'] | undefined, string] {
  for (const [kind, form] of forms) {
    form.lastIndex = at
    const found = form.exec(formula)
    if (found !== null) return [kind, found[0]]
  }
  throw new FormulaFault(`${JSON.stringify(formula[at])} is not understood`, at)
}

const unquotedText = (text: string) => text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
