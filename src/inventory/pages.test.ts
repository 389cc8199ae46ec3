import { describe, expect, it } from 'vitest'
import type { LocalCall, LocalClient } from '#/local-client.ts'
import { itemsOf, rowsOf } from './pages.ts'

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** Answers with the pages, of which each names the next one. */
function clientWith(pages: readonly object[][]) {
  const targets: string[] = []
  const call = async ({ target }: LocalCall) => {
    targets.push(target)
    const index = Number(new URLSearchParams(target.split('?')[1]).get('pageToken') ?? 0)
    const next = index + 1 < pages.length ? { nextPageToken: String(index + 1) } : {}
    return { items: pages[index], ...next }
  }
  return { client: { call } as unknown as LocalClient, targets }
}

describe('itemsOf', () => {
  it.each([
    ['/list', ['/list', '/list?pageToken=1', '/list?pageToken=2']],
    ['/list?a=b', ['/list?a=b', '/list?a=b&pageToken=1', '/list?a=b&pageToken=2']],
  ])('reads %s from its first page to its last', async (target, wanted) => {
    const { client, targets } = clientWith([[{ id: 1 }, { id: 2 }], [], [{ id: 3 }]])
    const items = await collect(itemsOf(client, { as: 'ann@example.com', target }))
    expect(items).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(targets).toEqual(wanted)
  })

  it('returns nothing for a list without items', async () => {
    const client = { call: async () => ({ kind: 'list' }) } as unknown as LocalClient
    expect(await collect(itemsOf(client, { as: 'ann@example.com', target: '/list' }))).toEqual([])
  })
})

describe('rowsOf', () => {
  it.each([0, 1, 499, 500, 501, 1000, 1234])('reads %i rows once each, in order', async (count) => {
    const all = Array.from({ length: count }, (_, index) => String(index).padStart(6, '0'))
    const rows = rowsOf(
      async ({ after, limit }) => all.filter((row) => row > after).slice(0, limit),
      (row) => row,
    )
    expect(await collect(rows)).toEqual(all)
  })
})
