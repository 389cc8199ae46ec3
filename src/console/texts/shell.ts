import { t as shared } from './shared.ts'
import { shell as english } from './english/shell.ts'
import { inLanguage } from './in-language.ts'

export const t = { ...shared, ...inLanguage({ en: english }) }
