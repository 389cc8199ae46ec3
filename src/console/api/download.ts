import { type CallOptions, call } from './client.ts'

/** Fetches a file with the token of the person and hands it to the browser to save. */
export async function download(
  path: string,
  fileName: string,
  options?: CallOptions,
): Promise<void> {
  const reply = await call('GET', path, options)
  save(await reply.blob(), fileName)
}

/** Saves something that the page has made itself. */
export function save(content: Blob, fileName: string): void {
  const href = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href, download: fileName })
  link.click()
  // The browser has begun to read it by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(href))
}
