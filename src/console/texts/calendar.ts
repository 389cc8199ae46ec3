import { calendar as english } from './english/calendar.ts'
import { calendar as german } from './german/calendar.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = { ...shared, ...inLanguage({ en: english, de: german }) }
