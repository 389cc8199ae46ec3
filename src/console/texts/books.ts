import { t as shared } from './shared.ts'
import { books as english } from './english/books.ts'
import { inLanguage } from './in-language.ts'

export const t = { ...shared, ...inLanguage({ en: english }) }
