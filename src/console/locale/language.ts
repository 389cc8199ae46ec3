/** The language of the browser, used for dates and numbers. */
export const language: string = globalThis.navigator?.language || 'en'

/** The language of the texts. */
export const textLanguage = 'en'

interface WeekInfo {
  readonly firstDay: number
  readonly weekend: readonly number[]
}

interface LocaleFacts {
  getWeekInfo?(): WeekInfo
  readonly weekInfo?: WeekInfo
  getTextInfo?(): { direction: 'ltr' | 'rtl' }
  readonly textInfo?: { direction: 'ltr' | 'rtl' }
}

// Some browsers offer these as methods and some as properties.
const factsOf = (tag: string) => new Intl.Locale(tag) as unknown as LocaleFacts

/** From 1, Monday, to 7, Sunday. */
export function firstDayOfWeek(tag = language): number {
  const facts = factsOf(tag)
  return (facts.getWeekInfo?.() ?? facts.weekInfo)?.firstDay ?? 1
}

export function weekendDays(tag = language): readonly number[] {
  const facts = factsOf(tag)
  return (facts.getWeekInfo?.() ?? facts.weekInfo)?.weekend ?? [6, 7]
}

/** The text direction of a language. */
export function directionOf(tag = language): 'ltr' | 'rtl' {
  const facts = factsOf(tag)
  return (facts.getTextInfo?.() ?? facts.textInfo)?.direction ?? 'ltr'
}
