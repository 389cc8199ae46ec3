/**
 * Stands in for curl, which the machine that runs the tests may not have: it knows the options that the
 * guides use and no others, and fails when the server refuses the request.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
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
const body = values.json ?? values.data ?? (file && readFileSync(file.replace(/^@/, '')))
const headers = new Headers(
  values.header.map((line): [string, string] => [line.split(':')[0]!, line.replace(/^[^:]*:/, '')]),
)
if (body !== undefined && !headers.has('Content-Type')) {
  const isJson = values.json !== undefined
  headers.set('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded')
}
const method = values.request ?? (body === undefined ? 'GET' : 'POST')
const reply = await fetch(positionals[0]!, { method, headers, body: body ?? null })
process.stdout.write(await reply.text())
if (!reply.ok) {
  process.stderr.write(`${method} ${positionals[0]}: ${reply.status}\n`)
  process.exitCode = 22
}
