import {
  type DisplaySettings,
  displaySettings,
  isTextLanguage,
  type TextLanguage,
} from './display-settings.ts'

const ofBrowser: readonly string[] = globalThis.navigator?.languages ?? ['en']

/** The language of texts: the selected one, or the first of the browser that there is a catalog for. */
export function textLanguageFor(
  { language: chosen }: DisplaySettings,
  preferred: readonly string[],
): TextLanguage {
  return chosen ?? preferred.map(baseOf).find(isTextLanguage) ?? 'en'
}

const baseOf = (tag: string): string => tag.split('-')[0]!.toLowerCase()

/**
 * The tag for dates and numbers: that of the browser, which knows the region, unless another language is selected.
 */
export function formatLanguageFor(
  { language: chosen, hourCycle }: DisplaySettings,
  preferred: readonly string[],
): string {
  const own = preferred[0] ?? 'en'
  const tag =
    chosen === undefined ? own : (preferred.find((each) => baseOf(each) === chosen) ?? chosen)
  return hourCycle === undefined ? tag : new Intl.Locale(tag, { hourCycle }).toString()
}

export const textLanguage = textLanguageFor(displaySettings, ofBrowser)

/** The language of dates and numbers. */
export const language: string = formatLanguageFor(displaySettings, ofBrowser)

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

const facts = new Map<string, LocaleFacts>()

/** Some browsers offer these as methods and some as properties. Creating a locale is slow. */
function factsOf(tag: string): LocaleFacts {
  const locale = facts.get(tag) ?? (new Intl.Locale(tag) as unknown as LocaleFacts)
  facts.set(tag, locale)
  return locale
}

/** From 1, Monday, to 7, Sunday. */
export function firstDayOfWeek(tag = language, { weekStart } = displaySettings): number {
  if (weekStart !== undefined) return weekStart
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
