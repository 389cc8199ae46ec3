import { resourceEtag } from '#/contract/etag.ts'
import { userSettings } from '../domain/user-settings.ts'
import type { Setting } from '../schemas/setting.ts'
import type { SettingRow } from '../store/user-settings.ts'

// A setting that was never changed is the same in every epoch.
const untouchedEtag = resourceEtag({ epoch: 0, sequence: 0 })

/** A setting as callers see it: as its user has set it, or else at its default. */
export function wireSetting(id: string, changed: SettingRow | undefined): Setting {
  return {
    kind: 'calendar#setting',
    etag: changed?.etag ?? untouchedEtag,
    id,
    value: changed?.value ?? userSettings.get(id)!.default,
  }
}
