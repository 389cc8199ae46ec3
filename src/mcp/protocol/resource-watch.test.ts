import { expect, it } from 'vitest'
import { invalidCredentials } from '#/kernel/errors.ts'
import type { ChangeListeners, Feed } from '../change-feed.ts'
import { AnswerText } from '../tool.ts'
import type { Session } from './protocol-server.ts'
import { ResourceWatch } from './resource-watch.ts'

/** A watch of a client who can read one book and one report. */
function watching() {
  const feeds = new Map<Feed, ChangeListeners>()
  const updated: string[] = []
  const state = { title: 'First', isReady: false, isSignedIn: true, ends: 0 }
  const call = async ({ operation }: { readonly operation: string }) => {
    if (!state.isSignedIn) throw invalidCredentials()
    if (operation === 'books.volumes.get') return { id: 'b', volumeInfo: { title: state.title } }
    return { id: 'r', isReportReady: state.isReady }
  }
  const session = {
    toolbox: { read: async () => ({ answer: new AnswerText('{}'), isError: false }) },
    context: { call, caller: { email: 'ann@example.com' }, nowMs: () => 0 },
    watchChanges: async (feed: Feed, listeners: ChangeListeners) => {
      feeds.set(feed, listeners)
      return () => void feeds.delete(feed)
    },
  } as unknown as Session
  const watch = new ResourceWatch({
    onUpdated: (uri) => void updated.push(uri),
    onEnd: () => {
      state.ends++
    },
  })
  watch.use(session)
  return { watch, feeds, updated, state }
}

const [book, report] = ['almanac://volumes/b', 'almanac://reports/r']

it('reports a resource if its content differs', async () => {
  const { watch, feeds, updated, state } = watching()
  for (const uri of [book, report]) await watch.add(uri)
  const { onChange: onBooks } = feeds.get('catalog')!
  const { onChange: onReport } = feeds.get('reports')!
  onBooks(undefined)
  state.title = 'Second'
  onReport('another')
  onReport('r')
  onBooks(undefined)
  await expect.poll(() => updated).toEqual([book])
  state.isReady = true
  onReport('another')
  onReport('r')
  await expect.poll(() => updated).toEqual([book, report])
})

it('ends a feed that no resource needs any more', async () => {
  const { watch, feeds, state } = watching()
  for (const uri of [book, report]) await watch.add(uri)
  await watch.remove(book)
  await expect.poll(() => [...feeds.keys()]).toEqual(['reports'])
  watch.close()
  await expect.poll(() => [...feeds.keys()]).toEqual([])
  expect(state.ends).toBe(0)
})

it('ends when the credential has expired', async () => {
  const { watch, feeds, updated, state } = watching()
  await watch.add(report)
  state.isSignedIn = false
  feeds.get('reports')!.onChange('r')
  await expect.poll(() => state.ends).toBe(1)
  expect(updated).toEqual([])
})

it.each(['almanac://nothing', 'https://example.com'])('refuses %s', async (uri) => {
  const { watch, feeds } = watching()
  await expect(watch.add(uri)).rejects.toThrow('There is no such resource.')
  expect(feeds.size).toBe(0)
})
