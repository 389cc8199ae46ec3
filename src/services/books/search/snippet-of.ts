import { textSnippet } from '../domain/snippet.ts'
import type { VolumeRow } from '../store/volumes.ts'

/** The part of a volume's description where the words were found. */
export function snippetOf({ brief }: VolumeRow, words: readonly string[]): string | undefined {
  if (brief === '' || words.length === 0) return undefined
  const { description } = JSON.parse(`{${brief.slice(0, -1)}}`) as { description: string }
  return textSnippet(description, words)
}
