import { admin as english } from './english/admin.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = {
  ...shared,
  ...(await inLanguage(english, async () => (await import('./german/admin.ts')).admin)),
}
