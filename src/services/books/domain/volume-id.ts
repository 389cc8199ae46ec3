import { hash } from 'node:crypto'
import type { VolumeRecord } from './volume-record.ts'

const idPattern = /^[\w-]{12}$/

export const isVolumeId = (text: string): boolean => idPattern.test(text)

type Origin = Pick<VolumeRecord, 'id' | 'source' | 'sourceKey'>

/** Twelve characters derived from the origin of the record, so that a repeated import keeps them. */
export function volumeIdOf({ id, source, sourceKey }: Origin): string {
  if (id !== undefined && isVolumeId(id)) return id
  return hash('sha256', `${source}:${sourceKey}`, 'base64url').slice(0, 12)
}
