/** How much the parameters of a request may say. */
export interface ParameterBounds {
  readonly countMax: number
  /** Characters of one value. */
  readonly valueCharsMax: number
  /** Characters of all names and values together. */
  readonly totalCharsMax: number
}

/** What a browser is sent with; all of it is kept in a cookie until somebody has signed in. */
export const authorizationBounds: ParameterBounds = {
  countMax: 40,
  valueCharsMax: 4_096,
  totalCharsMax: 6_000,
}

/** What programs post. Signed assertions are long. */
export const formBounds: ParameterBounds = {
  countMax: 40,
  valueCharsMax: 16_384,
  totalCharsMax: 32_768,
}

/** What is too much about parameters, in a sentence; undefined when nothing is. */
export function excessOf(params: URLSearchParams, bounds: ParameterBounds): string | undefined {
  const { countMax, valueCharsMax, totalCharsMax } = bounds
  if (params.size > countMax) return `A request has at most ${countMax} parameters.`
  let total = 0
  for (const [name, value] of params) {
    total += name.length + value.length
    if (value.length > valueCharsMax) {
      return `The parameter ${shown(name)} has more than ${valueCharsMax} characters.`
    }
  }
  if (total <= totalCharsMax) return undefined
  return `The parameters have more than ${totalCharsMax} characters together.`
}

const shownCharsMax = 40

const shown = (name: string) =>
  name.length <= shownCharsMax ? name : `${name.slice(0, shownCharsMax)}...`
