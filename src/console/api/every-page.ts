import { api, type CallOptions } from './client.ts'

interface Paged<T> {
  readonly items?: readonly T[]
  readonly nextPageToken?: string
}

const pageSize = 250

/** All entries of a short list, from all pages. */
export async function everyPage<T>(path: string, options: CallOptions = {}): Promise<readonly T[]> {
  const all: T[] = []
  let pageToken: string | undefined
  do {
    const query = { ...options.query, maxResults: pageSize, pageToken }
    const page: Paged<T> = await api.get(path, { ...options, query })
    all.push(...(page.items ?? []))
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return all
}
