import { t as shared } from './shared.ts'
import { ads as english } from './english/ads.ts'
import { inLanguage } from './in-language.ts'

export const t = { ...shared, ...inLanguage({ en: english }) }
