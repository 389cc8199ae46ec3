import { expect, it } from 'vitest'
import { Router } from './router.ts'
import { type Endpoint, jsonReply } from './wire.ts'

const paths = ['/first', '/second/:id', '/third']

const endpoint = (path: string): Endpoint => ({
  method: 'GET',
  path,
  handle: async () => jsonReply(200, {}),
})

function newRouter(): Router {
  const router = new Router()
  for (const path of paths) router.addEndpoint(endpoint(path))
  return router
}

it('finds every route, the one that was added first included', () => {
  const router = newRouter()
  const found = ['/first', '/second/2', '/third'].map((path) => router.find('GET', path)?.route)
  expect(found).toMatchObject(paths.map((path) => ({ path })))
})

it('finds the routes of its own site if sites share a table', () => {
  const [one, two] = [newRouter(), newRouter()]
  const first = one.find('GET', '/first')?.route
  expect(first).toBeDefined()
  expect(two.find('GET', '/first')?.route).not.toBe(first)
})

it('finds nothing under another method or path', () => {
  const router = newRouter()
  expect(router.find('POST', '/first')).toBeUndefined()
  expect(router.find('GET', '/fourth')).toBeUndefined()
})

it.each(['//second///2/', '/%73econd/2', '/second/%32'])('finds a route under %s', (path) => {
  expect(newRouter().find('GET', path)).toMatchObject({
    route: { path: '/second/:id' },
    pathParams: { id: '2' },
  })
})

it('finds a route that begins with a parameter besides those that begin alike', () => {
  const router = newRouter()
  router.addEndpoint(endpoint('/:name/end'))
  router.addEndpoint(endpoint('/'))
  expect(router.find('GET', '/first/end')?.route).toMatchObject({ path: '/:name/end' })
  expect(router.find('GET', '/other/end')?.route).toMatchObject({ path: '/:name/end' })
  expect(router.find('GET', '/')?.route).toMatchObject({ path: '/' })
  expect(router.find('GET', '/other')).toBeUndefined()
})

it('rejects a path that is not well encoded', () => {
  expect(() => newRouter().find('GET', '/second/%E0%A4%A')).toThrow('not well encoded')
})

it.each([
  ['/first', '', true],
  ['/fourth', '', false],
  ['/page', 'id=1', true],
  ['/page', '', false],
])('knows whether %s?%s is answered, or is left to the console', (path, query, isAnswered) => {
  const router = newRouter()
  router.addEndpoint({ ...endpoint('/page'), isFor: (asked) => asked.has('id') })
  expect(router.answers(path, new URLSearchParams(query))).toBe(isAnswered)
})
