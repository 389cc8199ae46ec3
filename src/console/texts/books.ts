import { books as english } from './english/books.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = {
  ...shared,
  ...(await inLanguage(english, async () => (await import('./german/books.ts')).books)),
}
