import { describe, expect, it } from 'vitest'
import { userSettings } from './user-settings.ts'

describe('user settings', () => {
  it('are listed in the order of their ids, which paging relies on', () => {
    expect([...userSettings.keys()]).toEqual([...userSettings.keys()].sort())
  })

  it('accept their own defaults', () => {
    for (const { default: value, accepts } of userSettings.values())
      expect(accepts(value)).toBe(true)
  })

  it.each([
    ['format24HourTime', 'yes'],
    ['defaultEventLength', '0'],
    ['defaultEventLength', '1.5'],
    ['timezone', 'Moon/Crater'],
    ['weekStart', '2'],
    ['locale', 'xx'],
    ['dateFieldOrder', 'mdy'],
  ])('%s does not accept %s', (id, value) => {
    expect(userSettings.get(id)!.accepts(value)).toBe(false)
  })
})
