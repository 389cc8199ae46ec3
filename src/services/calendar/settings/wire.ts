import { resourceEtag } from '#/contract/etag.ts'
import { noNumbers } from '#/kernel/change-numbers.ts'
import { userSettings } from '../domain/user-settings.ts'
import type { Setting } from '../schemas/setting.ts'
import type { SettingRow } from '../store/user-settings.ts'

const untouchedEtag = resourceEtag(noNumbers.last)

/** A setting as callers see it: as its user has set it, or else at its default. */
export function wireSetting(id: string, changed: SettingRow | undefined): Setting {
  return {
    kind: 'calendar#setting',
    etag: changed?.etag ?? untouchedEtag,
    id,
    value: changed?.value ?? userSettings.get(id)!.default,
  }
}
