import { shell as english } from './english/shell.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = {
  ...shared,
  ...(await inLanguage(english, async () => (await import('./german/shell.ts')).shell)),
}
