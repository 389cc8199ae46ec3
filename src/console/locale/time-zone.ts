import { useSyncExternalStore } from 'react'
import { settingStorage, storageKey } from '../world.ts'

const key = storageKey('time-zone')
const listeners = new Set<() => void>()

const ofBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone that times are shown in: what the person has chosen, or the one of the browser. */
export function timeZone(): string {
  const chosen = settingStorage().getItem(key)
  return chosen !== null && isZone(chosen) ? chosen : ofBrowser()
}

/** Chooses a zone for this browser; undefined follows the browser again. */
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
