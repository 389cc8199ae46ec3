import { platformSettings } from '#/kernel/settings/platform-settings.ts'
import type { SettingFacts } from '#/kernel/settings/setting-kinds.ts'
import {
  readSettings as readTable,
  type SettingSources,
  type SettingsOf,
} from '#/kernel/settings/settings.ts'
import { accountSettings } from '#/services/account/service-settings.ts'
import { adminSettings } from '#/services/admin/service-settings.ts'
import { adsSettings } from '#/services/ads/service-settings.ts'
import { booksSettings } from '#/services/books/service-settings.ts'
import { calendarSettings } from '#/services/calendar/service-settings.ts'

/** Every setting. The reference page and the flags of commands derive from this table. */
export const settingsTable = {
  ...platformSettings,
  ...accountSettings,
  ...adminSettings,
  ...calendarSettings,
  ...booksSettings,
  ...adsSettings,
} satisfies Record<string, SettingFacts<unknown>>

export type SettingName = keyof typeof settingsTable

/** The settings of a process. */
export type Settings = SettingsOf<typeof settingsTable>

export const readSettings = (sources: SettingSources): Settings => readTable(settingsTable, sources)
