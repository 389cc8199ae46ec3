import {
  array,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { endTokens } from '../reading/walk.ts'

const settingValueLengthMax = 1024

export const Setting = object('Setting', {
  kind: kind('calendar#setting'),
  etag: readOnly(string({ about: 'Changes with the value.' })),
  id: readOnly(string({ about: 'The name of the setting.' })),
  value: requiredBy(
    string({
      about: 'Always text, also for numbers and booleans.',
      lengthMax: settingValueLengthMax,
    }),
    'calendar.settings.update',
  ),
})

export const Settings = object('Settings', {
  kind: kind('calendar#settings'),
  etag: readOnly(string({ about: 'Changes with any of the settings.' })),
  items: array(Setting, { about: 'The settings.' }),
  ...endTokens,
})

export type Setting = TypeOf<typeof Setting>
export type Settings = TypeOf<typeof Settings>
