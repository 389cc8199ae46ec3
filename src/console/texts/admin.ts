import { admin as english } from './english/admin.ts'
import { admin as german } from './german/admin.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = { ...shared, ...inLanguage({ en: english, de: german }) }
