import { shared as english } from './english/shared.ts'
import { shared as german } from './german/shared.ts'
import { inLanguage } from './in-language.ts'

export const t = inLanguage({ en: english, de: german })
