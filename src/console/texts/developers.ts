import { developers as english } from './english/developers.ts'
import { developers as german } from './german/developers.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = { ...shared, ...inLanguage({ en: english, de: german }) }
