/** Limits on the parameters of a request. */
interface ParameterBounds {
  readonly countMax: number
  /** Characters of one value. */
  readonly valueCharsMax: number
  /** Characters of all names and values together. */
  readonly totalCharsMax: number
}

/** Limits of authorization requests, which are stored in a cookie until sign-in. */
export const authorizationBounds: ParameterBounds = {
  countMax: 40,
  valueCharsMax: 4_096,
  totalCharsMax: 6_000,
}

/** Limits of forms that clients post. Signed assertions are long. */
export const formBounds: ParameterBounds = {
  countMax: 40,
  valueCharsMax: 16_384,
  totalCharsMax: 32_768,
}

/** The exceeded limit, as a sentence; undefined if none. */
export function excessOf(params: URLSearchParams, bounds: ParameterBounds): string | undefined {
  const { countMax, valueCharsMax, totalCharsMax } = bounds
  if (params.size > countMax) return `A request has at most ${countMax} parameters.`
  let total = 0
  for (const [name, value] of params) {
    total += name.length + value.length
    if (value.length > valueCharsMax) {
      return `The parameter ${shortenedName(name)} has more than ${valueCharsMax} characters.`
    }
  }
  if (total <= totalCharsMax) return undefined
  return `The parameters have more than ${totalCharsMax} characters together.`
}

const shownCharsMax = 40

const shortenedName = (name: string) =>
  name.length <= shownCharsMax ? name : `${name.slice(0, shownCharsMax)}...`
