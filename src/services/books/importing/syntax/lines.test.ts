import { expect, it } from 'vitest'
import { lines } from './lines.ts'

async function found(chunks: string[], bytesMax?: number) {
  const all: [number, string | undefined][] = []
  const buffers = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  for await (const { number, bytes } of lines(buffers(), bytesMax)) {
    all.push([number, bytes?.toString()])
  }
  return all
}

it('lines are found wherever the chunks are cut, and empty ones are counted', async () => {
  const whole = [
    [1, 'one'],
    [3, 'three'],
    [4, 'four'],
  ]
  expect(await found(['one\n\nthree\r\nfour'])).toEqual(whole)
  expect(await found([...'one\n\nthree\r\nfour\n'])).toEqual(whole)
  expect(await found([])).toEqual([])
})

it('a line that is too long is skipped, and the next one is read', async () => {
  expect(await found(['abcdef\nok\n', 'abc', 'def', 'ghi\nok\nabcdefg'], 4)).toEqual([
    [1, undefined],
    [2, 'ok'],
    [3, undefined],
    [4, 'ok'],
    [5, undefined],
  ])
})
