/** What somebody looks for, as the address of the page says it. */
export interface Wish {
  readonly q?: string
  readonly filter?: string
  readonly language?: string
  readonly type?: string
  readonly order?: string
  readonly library?: string
}

/** From where a volume was opened, so that its neighbors can be reached. */
export interface Place extends Wish {
  /** A shelf of the person; without it the place is in the results of a search. */
  readonly shelf?: string
  /** How many volumes come before this one there. */
  readonly at?: number
}

const names = ['q', 'filter', 'language', 'type', 'order', 'library'] as const

/** An address may be typed by hand: what is empty says nothing, and numbers are words as well. */
export function wishIn(raw: Readonly<Record<string, unknown>>): Wish {
  const given = names.flatMap((name) => {
    const text = wordIn(raw[name])
    return text === '' ? [] : [[name, text] as const]
  })
  return Object.fromEntries(given)
}

export function placeIn(raw: Readonly<Record<string, unknown>>): Place {
  const shelf = wordIn(raw.shelf)
  const at = Number.parseInt(wordIn(raw.at), 10)
  return {
    ...wishIn(raw),
    ...(shelf === '' ? {} : { shelf }),
    ...(at >= 0 ? { at } : {}),
  }
}

const wordIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The parameters of a search. */
export const paramsOf = ({ q = '', filter, language, type, order, library }: Wish) => ({
  q,
  filter,
  langRestrict: language,
  printType: type,
  orderBy: order,
  libraryRestrict: library,
})
