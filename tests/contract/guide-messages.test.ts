import { expect, it } from 'vitest'
import { read, sourcesMatching } from '../support/sources.ts'

/** The first column of the tables of a guide that explain messages. */
const messagesIn = (path: string): string[] =>
  [
    ...read(path).matchAll(/^\| (?:Log message|Message) \|.*\n\|[ |-]+\|\n((?:\|.*\n?)+)/gm),
  ].flatMap(([, rows]) =>
    [...rows!.matchAll(/^\| `?(.*?)(?:\.\.\.)?`? \|/gm)].map(([, text]) => text!),
  )

it('guides explain only messages that the server has', () => {
  const code = sourcesMatching('src/**/*.ts').map(({ text }) => text)
  const explained = sourcesMatching('docs/guides/*.md').flatMap(({ path }) => messagesIn(path))
  expect(explained.length).toBeGreaterThan(5)
  expect(explained.filter((message) => !code.some((text) => text.includes(message)))).toEqual([])
})
