import { resourceEtag } from '#/contract/etag.ts'
import { noNumbers } from '#/kernel/change-numbers.ts'
import type { Setting } from '../schemas/setting.ts'
import type { SettingRow } from '../store/user-settings.ts'
import { isTimeZone } from '../time/zone-offsets.ts'

interface SettingRule {
  readonly default: string
  readonly accepts: (value: string) => boolean
}

const among = (byDefault: string, ...values: string[]): SettingRule => ({
  default: byDefault,
  accepts: (value) => values.includes(value),
})

const flag = (byDefault: 'true' | 'false') => among(byDefault, 'true', 'false')

const locales =
  'in ca cs da de en_GB en es es_419 tl fr hr it lv lt hu nl no pl pt_BR pt_PT ro sk sl fi sv tr vi el ru sr uk bg iw ar fa hi th zh_TW zh_CN ja ko'

/** All settings of a user, in the order of their ids. */
export const userSettings: ReadonlyMap<string, SettingRule> = new Map([
  ['autoAddHangouts', flag('false')],
  ['dateFieldOrder', among('MDY', 'MDY', 'DMY', 'YMD')],
  ['defaultEventLength', { default: '60', accepts: isMinutes }],
  ['format24HourTime', flag('false')],
  ['hideInvitations', flag('false')],
  ['hideWeekends', flag('false')],
  ['locale', among('en', ...locales.split(' '))],
  ['remindOnRespondedEventsOnly', flag('false')],
  ['showDeclinedEvents', flag('true')],
  ['timezone', { default: 'Etc/GMT', accepts: isTimeZone }],
  ['useKeyboardShortcuts', flag('true')],
  ['weekStart', among('0', '0', '1', '6')],
])

function isMinutes(value: string): boolean {
  return /^[1-9]\d{0,5}$/.test(value)
}

type Changed = ReadonlyMap<string, { readonly value: string }>

/** The value of a setting, or its default. */
export const settingValue = (changed: Changed, id: string): string =>
  changed.get(id)?.value ?? userSettings.get(id)!.default

/** The user's time zone, which is the default for new calendars. */
export const chosenTimeZone = (changed: Changed): string => settingValue(changed, 'timezone')

const untouchedEtag = resourceEtag(noNumbers.last)

/** A setting as callers see it. */
export function wireSetting(id: string, changed: SettingRow | undefined): Setting {
  return {
    kind: 'calendar#setting',
    etag: changed?.etag ?? untouchedEtag,
    id,
    value: changed?.value ?? userSettings.get(id)!.default,
  }
}
