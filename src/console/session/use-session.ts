import { createContext, use, useSyncExternalStore } from 'react'
import { type Person, type SessionState, session } from './session.ts'

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.state)

/** Set by the shell, which shows areas only to signed-in users. */
export const PersonContext = createContext<Person | undefined>(undefined)

/** The signed-in user. */
export function usePerson(): Person {
  const person = use(PersonContext)
  if (person === undefined) throw new Error('Nobody is signed in here.')
  return person
}
