import { useSyncExternalStore } from 'react'
import { settingStorage, storageKey } from '../world.ts'

const key = storageKey('time-zone')
const listeners = new Set<() => void>()

const ofBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of the user: the selected one, or that of the browser. */
export function timeZone(): string {
  const chosen = settingStorage().getItem(key)
  return chosen !== null && isZone(chosen) ? chosen : ofBrowser()
}

/** Selects a time zone for this browser; undefined resets to that of the browser. */
export function chooseTimeZone(zone: string | undefined): void {
  if (zone === undefined) settingStorage().removeItem(key)
  else settingStorage().setItem(key, zone)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTimeZone = (): string => useSyncExternalStore(subscribe, timeZone)

export const timeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone')

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
