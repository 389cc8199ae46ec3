import { ads as english } from './english/ads.ts'
import { inLanguage } from './in-language.ts'
import { t as shared } from './shared.ts'

const englishFromIdentifiers: Readonly<Record<string, string>> = {}

export const t = {
  ...shared,
  ...(await inLanguage(english, async () => (await import('./german/ads.ts')).ads)),
  otherColumnNames: await inLanguage(
    englishFromIdentifiers,
    async () => (await import('./german/report-columns.ts')).reportColumns,
  ),
}
