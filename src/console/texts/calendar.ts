import { t as shared } from './shared.ts'
import { calendar as english } from './english/calendar.ts'
import { inLanguage } from './in-language.ts'

export const t = { ...shared, ...inLanguage({ en: english }) }
