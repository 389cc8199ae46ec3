import { t as shared } from './shared.ts'
import { developers as english } from './english/developers.ts'
import { inLanguage } from './in-language.ts'

export const t = { ...shared, ...inLanguage({ en: english }) }
