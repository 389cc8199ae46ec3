import { textSnippet } from '../domain/snippet.ts'
import type { VolumeRow } from '../store/volumes.ts'

/** The part of a volume's description where the words were found. */
export function snippetOf(row: VolumeRow, words: readonly string[]): string | undefined {
  const member = row.brief || row.description
  if (member === '' || words.length === 0) return undefined
  const { description } = JSON.parse(`{${member.slice(0, -1)}}`) as { description: string }
  return textSnippet(description, words)
}
