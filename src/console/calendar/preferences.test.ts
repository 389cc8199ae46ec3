import { expect, it } from 'vitest'
import { preferencesIn } from './preferences.ts'

it.each([
  ['{}', 60],
  ['{"defaultMinutes":30}', 30],
  ['{"defaultMinutes":0}', 60],
  ['{"defaultMinutes":"30"}', 60],
  ['{"defaultMinutes":1e9}', 60],
  ['null', 60],
  ['not JSON', 60],
])('the stored preferences %s mean a default length of %i minutes', (text, minutes) => {
  expect(preferencesIn(text).defaultMinutes).toBe(minutes)
})
