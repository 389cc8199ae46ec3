import { ads as english } from './english/ads.ts'
import { ads as german } from './german/ads.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = { ...shared, ...inLanguage({ en: english, de: german }) }
