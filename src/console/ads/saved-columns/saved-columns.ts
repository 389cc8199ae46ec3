import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { t } from '../../texts/ads.ts'
import type { Place } from '../entities.ts'

/** A report column that an advertiser defines with a formula. */
export interface SavedColumn {
  readonly savedColumnName: string
  readonly type: string
}

/** The saved columns of an advertiser. */
export const savedColumnsOf = ({ agencyId, id }: Pick<Place, 'agencyId' | 'id'>) =>
  queryOptions({
    queryKey: ['ads', 'savedColumns', id],
    queryFn: async ({ signal }): Promise<readonly SavedColumn[]> => {
      const path = `/doubleclicksearch/v2/agency/${agencyId}/advertiser/${id}/savedcolumns`
      return (await api.get<{ items?: readonly SavedColumn[] }>(path, { signal })).items ?? []
    },
  })

/** The display name of the type of values. */
export function typeName(type: string): string {
  const names: Readonly<Record<string, string>> = t.columnTypes
  return names[type] ?? type
}
