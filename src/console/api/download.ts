import { type CallOptions, call } from './client.ts'

/** Downloads a file with the token of the user and lets the browser save it. */
export async function download(
  path: string,
  fileName: string,
  options?: CallOptions,
): Promise<void> {
  const reply = await call('GET', path, options)
  save(await reply.blob(), fileName)
}

/** Saves content that the page has created. */
export function save(content: Blob, fileName: string): void {
  const href = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href, download: fileName })
  link.click()
  // The browser has started reading when the next task runs.
  setTimeout(() => URL.revokeObjectURL(href))
}
