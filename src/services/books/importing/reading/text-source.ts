import { setImmediate as turn } from 'node:timers/promises'
import type { SourceFile } from './source-file.ts'

const headBytes = 65_536
const chunkBytes = 16_384

/** A text that came over the wire, as a file to import from. */
export function textSource(text: string): SourceFile {
  const content = Buffer.from(text)
  return {
    name: 'the file',
    bytes: content.length,
    head: content.subarray(0, headBytes),
    fingerprint: '',
    async *read(onProgress) {
      for (let at = 0; at < content.length; at += chunkBytes) {
        const chunk = content.subarray(at, at + chunkBytes)
        onProgress(chunk.length)
        yield chunk
        // Others get their turn between the pieces.
        await turn()
      }
    },
  }
}
