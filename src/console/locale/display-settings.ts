/** How this browser shows texts, dates and times; undefined follows the browser. */
export interface DisplaySettings {
  readonly language?: TextLanguage
  readonly hourCycle?: 'h12' | 'h23'
  /** From 1, Monday, to 7, Sunday. */
  readonly weekStart?: number
}

/** The languages that there are catalogs for. */
export const textLanguages = ['en', 'de'] as const
export type TextLanguage = (typeof textLanguages)[number]

const key = 'almanac.display'

/** Reads stored settings, which another version or a person may have written: unknown values are ignored. */
export function displaySettingsIn(text: string): DisplaySettings {
  const { language, hourCycle, weekStart } = parseSettings(text)
  return {
    ...(isTextLanguage(language) && { language }),
    ...((hourCycle === 'h12' || hourCycle === 'h23') && { hourCycle }),
    ...([1, 6, 7].includes(weekStart as number) && { weekStart: weekStart as number }),
  }
}

function parseSettings(text: string): Partial<Record<keyof DisplaySettings, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Record<keyof DisplaySettings, unknown>>
  } catch {
    return {}
  }
}

export const isTextLanguage = (tag: unknown): tag is TextLanguage =>
  (textLanguages as readonly unknown[]).includes(tag)

/** The settings of this browser, as they were when the page was loaded. */
export const displaySettings: DisplaySettings =
  globalThis.document === undefined ? {} : displaySettingsIn(localStorage.getItem(key) ?? '{}')

/** Stores settings and loads the page again, because texts and formats are chosen when it loads. */
export function changeDisplaySettings(
  change: {
    readonly [Name in keyof DisplaySettings]?: DisplaySettings[Name] | undefined
  },
): void {
  localStorage.setItem(key, JSON.stringify({ ...displaySettings, ...change }))
  location.reload()
}
