/** How many resources of a type were created, updated and deleted. */
type Counts = Partial<Record<'created' | 'updated' | 'deleted', number>>

/** What has to be true after a task. */
export type Check =
  /** The response to a request of the user contains what is expected. */
  | { readonly get: string; readonly expect: unknown }
  /** The world differs from its initial state by this, and by nothing else. */
  | { readonly diff: Readonly<Record<string, Counts>> }
  /** What the command printed matches a regular expression. */
  | { readonly answer: string }

/** The state of a world after a task. */
export interface FinalState {
  readonly answer: string
  get(path: string): Promise<unknown>
  diff(): Promise<Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>>
}

/** Why a check fails; undefined if it does not. */
export async function problemOf(check: Check, state: FinalState): Promise<string | undefined> {
  if ('answer' in check) {
    const isFound = new RegExp(check.answer, 'i').test(state.answer)
    return isFound ? undefined : `the answer does not match ${check.answer}`
  }
  if ('get' in check) {
    const found = await state.get(check.get)
    return isWithin(check.expect, found)
      ? undefined
      : `${check.get} is ${JSON.stringify(found).slice(0, shownMax)}`
  }
  return diffProblem(check.diff, await state.diff())
}

const shownMax = 500
const kinds = ['created', 'updated', 'deleted'] as const

function diffProblem(
  expected: Readonly<Record<string, Counts>>,
  found: Awaited<ReturnType<FinalState['diff']>>,
): string | undefined {
  for (const type of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    for (const kind of kinds) {
      const [range, count] = [expected[type]?.[kind] ?? 0, found[type]?.[kind]?.length ?? 0]
      if (range !== count) return `${count} of ${type} are ${kind}, and not ${range}`
    }
  }
  return undefined
}

/** Whether a value has everything that is expected. Lists have to be as long. */
export function isWithin(expected: unknown, found: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(found) &&
      found.length === expected.length &&
      expected.every((one, index) => isWithin(one, found[index]))
    )
  }
  if (typeof expected !== 'object' || expected === null) return expected === found
  if (typeof found !== 'object' || found === null) return false
  return Object.entries(expected).every(([name, value]) =>
    isWithin(value, (found as Record<string, unknown>)[name]),
  )
}
