/** The search in the URL of the page. */
export interface VolumeSearch {
  readonly q?: string
  readonly filter?: string
  readonly language?: string
  readonly type?: string
  readonly order?: string
  readonly library?: string
}

/** Where a volume was opened from, for links to the previous and next one. */
export interface Place extends VolumeSearch {
  /** A bookshelf of the user; absent for search results. */
  readonly shelf?: string
  /** The index of the volume there. */
  readonly at?: number
}

const names = ['q', 'filter', 'language', 'type', 'order', 'library'] as const

/** Parses URL parameters, which may be entered by hand: empty values are ignored, and `1984` and `true` are text. */
export function searchIn(raw: Readonly<Record<string, unknown>>): VolumeSearch {
  const entries = names.flatMap((name) => {
    const text = wordIn(raw[name])
    return text === '' ? [] : [[name, text] as const]
  })
  return Object.fromEntries(entries)
}

export function placeIn(raw: Readonly<Record<string, unknown>>): Place {
  const shelf = wordIn(raw.shelf)
  const at = Number.parseInt(wordIn(raw.at), 10)
  return {
    ...searchIn(raw),
    ...(shelf === '' ? {} : { shelf }),
    ...(at >= 0 ? { at } : {}),
  }
}

const wordIn = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''

/** The parameters of a search. */
export const paramsOf = ({ q = '', filter, language, type, order, library }: VolumeSearch) => ({
  q,
  filter,
  langRestrict: language,
  printType: type,
  orderBy: order,
  libraryRestrict: library,
})
