import { shared as english } from './english/shared.ts'
import { inLanguage } from './in-language.ts'

export const t = await inLanguage(english, async () => (await import('./german/shared.ts')).shared)
