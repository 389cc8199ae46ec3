import { shell as english } from './english/shell.ts'
import { shell as german } from './german/shell.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = { ...shared, ...inLanguage({ en: english, de: german }) }
