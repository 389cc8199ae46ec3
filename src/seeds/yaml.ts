import type * as Yaml from 'yaml'
import { SeedError } from './seed-error.ts'

/** The longest seed that is written in JSON, and in YAML, which takes far longer to read. */
const jsonCharactersMax = 64 * 1024 * 1024
const yamlCharactersMax = 4 * 1024 * 1024
/** The maximum number of nodes that all aliases of a YAML document expand to. */
const aliasesMax = 1000

/** Reads the text of a seed: JSON where it begins with a brace and is valid, otherwise YAML. */
export async function parseSeed(text: string): Promise<unknown> {
  requireLength(text, jsonCharactersMax)
  if (/^\s*\{/.test(text)) {
    try {
      return JSON.parse(text, withoutLostDigits)
    } catch {
      // Braces begin YAML as well, whose parser reports the position of errors.
    }
  }
  requireLength(text, yamlCharactersMax)
  // Loaded only when a seed is read.
  const yaml = await import('yaml')
  return parseYaml(yaml, text)
}

/** Writes a seed as YAML, with texts on one line each so that versions can be compared. */
export async function yamlText(seed: object): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(seed, { aliasDuplicateObjects: false, lineWidth: 0 })
}

function requireLength({ length }: string, charactersMax: number): void {
  if (length > charactersMax) {
    throw new SeedError('', `The seed is longer than ${charactersMax} characters.`)
  }
}

/**
 * Every step takes time in proportion to the length of the text. What the parser would do by default
 * does not: it compares each key with all others, and quotes the line of every error.
 */
function parseYaml(yaml: typeof Yaml, text: string): unknown {
  const lineCounter = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    intAsBigInt: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
    lineCounter,
  })
  const [error] = document.errors
  if (error !== undefined) throw notYaml(error.message, lineCounter.linePos(error.pos[0]))
  try {
    requireDistinctKeys(yaml, document, lineCounter)
    return document.toJS({ maxAliasCount: aliasesMax, reviver: plainNumber })
  } catch (cause) {
    if (cause instanceof SeedError || !(cause instanceof Error)) throw cause
    throw new SeedError('', `The seed is neither JSON nor YAML: ${cause.message}`, { cause })
  }
}

function requireDistinctKeys(
  yaml: typeof Yaml,
  document: Yaml.Document,
  lineCounter: Yaml.LineCounter,
): void {
  yaml.visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        if (!yaml.isScalar(key)) continue
        const [start = 0] = key.range ?? []
        if (keys.has(key.value)) throw notYaml('A key is repeated', lineCounter.linePos(start))
        keys.add(key.value)
      }
    },
  })
}

const notYaml = (why: string, { line, col }: { line: number; col: number }): SeedError =>
  new SeedError('', `The seed is neither JSON nor YAML: ${why} at line ${line}, column ${col}.`)

/** Numbers with more digits than JavaScript keeps, such as ids, become texts. */
function plainNumber(_: unknown, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

function withoutLostDigits(
  _: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const isLost = Number.isInteger(value) && !Number.isSafeInteger(value)
  return isLost ? (context?.source ?? String(value)) : value
}
