import { developers as english } from './english/developers.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

export const t = {
  ...shared,
  ...(await inLanguage(english, async () => (await import('./german/developers.ts')).developers)),
}
