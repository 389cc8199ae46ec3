import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanacProcess } from '../support/server.ts'

/** Creates an event, changes it under its etag, syncs, and makes mistakes. */
const program = `
  const { ALMANAC_URL: url, ALMANAC_TOKEN: token } = process.env
  const headers = { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' }
  const call = async (target, init = {}) =>
    (await fetch(url + '/calendar/v3/calendars/primary/events' + target, { ...init, headers })).json()
  const [start, end] = [10, 11].map((hour) => ({ dateTime: '2030-01-01T' + hour + ':00:00Z' }))
  const body = JSON.stringify({ summary: 'Lunch', start, end })
  const { id, etag } = await call('', { method: 'POST', body })
  headers['If-Match'] = etag
  await call('/' + id, { method: 'PATCH', body: '{"location":"Room 12"}' })
  delete headers['If-Match']
  const { nextSyncToken } = await call('')
  await call('?syncToken=' + encodeURIComponent(nextSyncToken))
  await call('/missing')
  await call('?q=%zz')
  await (await fetch('https://www.googleapis.com/books/v1/volumes?q=none&access_token=' + token)).text()`

it('a recorded session is complete, private and free of secrets, and replays without differences', async () => {
  await using folder = await freshFolder()
  const file = join(folder.path, 'session.har')
  const command = [process.execPath, '--input-type=module', '--eval', program]
  const words = ['exec', '--intercept', '--record', file, '--', ...command]
  expect(await runAlmanacProcess(words)).toEqual({ code: 0, stdout: '', stderr: '' })

  const text = await readFile(file, 'utf8')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(text).not.toContain('alm_')
  const { entries } = JSON.parse(text).log
  expect(entries.map((entry: Entry) => [entry.request.method, entry.response.status])).toEqual([
    ['POST', 200],
    ['PATCH', 200],
    ['GET', 200],
    ['GET', 200],
    ['GET', 404],
    ['GET', 400],
    ['GET', 200],
  ])
  expect(await runAlmanacProcess(['replay', file])).toEqual({
    code: 0,
    stdout: '7 requests replayed, 0 with differences.\n',
    stderr: '',
  })

  // As another server would have answered.
  await writeFile(file, text.replace('"status": 404', '"status": 400'))
  expect(await runAlmanacProcess(['replay', file])).toEqual({
    code: 1,
    stdout:
      'GET /calendar/v3/calendars/primary/events/missing\n' +
      '  status: recorded 400, replayed 404\n' +
      '7 requests replayed, 1 with differences.\n',
    stderr: '',
  })
})

interface Entry {
  readonly request: { readonly method: string }
  readonly response: { readonly status: number }
}

it.each([
  [
    ['exec', '--record', '/nonexistent/x.har', '--', 'echo', 'ran'],
    'Cannot write /nonexistent/x.har.',
  ],
  [
    ['replay', join(import.meta.dirname, 'recording.test.ts')],
    'is not an HTTP Archive: it is not JSON.',
  ],
  [['replay', '/nonexistent/x.har'], 'ENOENT'],
])('%j fails with one sentence and does nothing', async (words, message) => {
  const { code, stdout, stderr } = await runAlmanacProcess(words)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(message)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
