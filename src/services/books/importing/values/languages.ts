import { VersionedCache } from '#/kernel/versioned-cache.ts'

/** Codes for unknown or multiple languages. */
const unknown = new Set(['und', 'mul', 'zxx', 'mis', 'un', 'unknown', 'other'])

/** Obsolete codes of libraries. */
const former: Readonly<Record<string, string>> = {
  esk: 'ik',
  esp: 'eo',
  fri: 'fy',
  gae: 'gd',
  gag: 'gl',
  gal: 'om',
  int: 'ia',
  iri: 'ga',
  lan: 'oc',
  mla: 'mg',
  sao: 'sm',
  sho: 'sn',
  snh: 'si',
  sso: 'st',
  swz: 'ss',
  tag: 'tl',
  taj: 'tg',
  tar: 'tt',
  tsw: 'tn',
  eth: 'gez',
  far: 'fo',
  cam: 'km',
  gua: 'gn',
}

const cachedCodes = new VersionedCache<string | undefined>({ sizeMax: 1_000 })

/** The ISO 639-1 code if there is one, with the region if given. */
export const languageOf = (text: string | undefined): string | undefined =>
  text === undefined
    ? undefined
    : cachedCodes.of(text, () => languageCode(text.trim().replaceAll('_', '-')))

function languageCode(code: string): string | undefined {
  if (code === '' || unknown.has(code.toLowerCase())) return undefined
  const present = former[code.toLowerCase()]
  if (present !== undefined) return present
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(code)) return namedLanguage(code.toLowerCase())
  const [canonical] = canonicalOf(code)
  return canonical !== undefined && unknown.has(canonical) ? undefined : canonical
}

function canonicalOf(code: string): string[] {
  try {
    return Intl.getCanonicalLocales(code)
  } catch {
    return []
  }
}

const codes =
  'af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk kn ko la lt lv mk ml mn mr ms my nb ne nl nn no pa pl pt ro ru sa sk sl sq sr sv sw ta te th tl tr uk ur uz vi yi zh'

/** Spreadsheets contain English names. */
function namedLanguage(name: string): string | undefined {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  return codes.split(' ').find((code) => names.of(code)?.toLowerCase() === name)
}
