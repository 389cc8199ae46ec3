import { useSyncExternalStore } from 'react'
import { settingStorage, storageKey } from '../world.ts'

/** How this browser shows calendars. */
export interface Preferences {
  /** The length of an event that is created with a click, in minutes. */
  readonly defaultMinutes: number
  readonly hasWeekNumbers: boolean
}

const usual: Preferences = { defaultMinutes: 60, hasWeekNumbers: false }

const key = storageKey('calendar-preferences')
const listeners = new Set<() => void>()

let cached: { readonly text: string; readonly preferences: Preferences } | undefined

/** The preferences of this browser. The object stays the same while nothing changes. */
export function preferences(): Preferences {
  const text = settingStorage().getItem(key) ?? '{}'
  if (cached?.text !== text) cached = { text, preferences: preferencesIn(text) }
  return cached.preferences
}

/** Reads stored preferences, which another version or a person may have written: unknown values are ignored. */
export function preferencesIn(text: string): Preferences {
  const stored = parsePreferences(text)
  const { defaultMinutes, hasWeekNumbers } = stored
  return {
    ...usual,
    ...(isLength(defaultMinutes) && { defaultMinutes }),
    ...(typeof hasWeekNumbers === 'boolean' && { hasWeekNumbers }),
  }
}

function parsePreferences(text: string): Partial<Record<keyof Preferences, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Record<keyof Preferences, unknown>>
  } catch {
    return {}
  }
}

const isLength = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 24 * 60

export function changePreferences(change: Partial<Preferences>): void {
  settingStorage().setItem(key, JSON.stringify({ ...preferences(), ...change }))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences)
