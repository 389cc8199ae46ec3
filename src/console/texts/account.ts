import { account as english } from './english/account.ts'
import { account as german } from './german/account.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = { ...shared, ...inLanguage({ en: english, de: german }) }
