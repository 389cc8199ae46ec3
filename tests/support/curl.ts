import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CommandResult } from './command-process.ts'

/**
 * Stands in for curl, which the machine that runs the tests may not have and which would be a process for each
 * request: it knows the options that the guides use and no others, and fails when the server refuses the request.
 */
export async function runCurl(words: readonly string[], folder: string): Promise<CommandResult> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      request: { type: 'string', short: 'X' },
      data: { type: 'string', short: 'd' },
      'data-binary': { type: 'string' },
      json: { type: 'string' },
      silent: { type: 'boolean', short: 's' },
      'show-error': { type: 'boolean', short: 'S' },
      'fail-with-body': { type: 'boolean' },
    },
  })
  const file = values['data-binary']
  const contents = () => file && readFileSync(resolve(folder, file.replace(/^@/, '')))
  const body = values.json ?? values.data ?? contents()
  const headers = new Headers(
    values.header.map((line): [string, string] => [
      line.split(':')[0]!,
      line.replace(/^[^:]*:/, ''),
    ]),
  )
  if (body !== undefined && !headers.has('Content-Type')) {
    const isJson = values.json !== undefined
    headers.set('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded')
  }
  const method = values.request ?? (body === undefined ? 'GET' : 'POST')
  const reply = await fetch(positionals[0]!, { method, headers, body: body ?? null })
  return {
    code: reply.ok ? 0 : 22,
    stdout: await reply.text(),
    stderr: reply.ok ? '' : `${method} ${positionals[0]}: ${reply.status}\n`,
  }
}
