import type { Reader } from '#/storage/port.ts'
import { userSettings } from './domain/user-settings.ts'
import { findSetting } from './store/user-settings.ts'

/** The zone that a user has chosen, which is the default of the calendars the user makes. */
export async function userTimeZone(reader: Reader, userId: string): Promise<string> {
  const chosen = await findSetting(reader, { userId, id: 'timezone' })
  return chosen?.value ?? userSettings.get('timezone')!.default
}
