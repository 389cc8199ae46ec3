import { books as english } from './english/books.ts'
import { books as german } from './german/books.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = { ...shared, ...inLanguage({ en: english, de: german }) }
