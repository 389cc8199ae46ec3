import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { useDebounced } from '../../ui/debounced.ts'

export interface DirectoryEntry {
  readonly type: 'person' | 'group' | 'room'
  readonly email: string
  readonly name: string
  readonly location?: string
}

interface Entries {
  readonly items: readonly DirectoryEntry[]
}

const searchMs = 150
const foundMax = 6
const roomsMax = 50

const search = (query: { q?: string; type?: string; maxResults: number }, signal: AbortSignal) =>
  api.get<Entries>('/almanac/v1/users/me/directory', { query, signal })

/** People, groups and rooms whose name or address starts with a text; none for an empty one. */
export function useDirectory(text: string): readonly DirectoryEntry[] {
  const q = useDebounced(text.trim(), searchMs)
  const { data } = useQuery({
    queryKey: ['calendar', 'directory', q],
    queryFn: ({ signal }) => search({ q, maxResults: foundMax }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  return text.trim() === '' || q === '' ? [] : (data?.items ?? [])
}

/** Every room that the user can book. */
export const useRooms = () =>
  useQuery({
    queryKey: ['calendar', 'directory', 'rooms'],
    queryFn: ({ signal }) => search({ type: 'room', maxResults: roomsMax }, signal),
  })
