import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { machineLines } from './machine.ts'
import { resultsPage, tableText } from './results.ts'
import type { Workload } from './workload.ts'
import { measureAds } from './workloads/ads.ts'
import { measureAttendees } from './workloads/attendees.ts'
import { measureBatch } from './workloads/batch.ts'
import { measureBooksImport } from './workloads/books-import.ts'
import { measureBooksSearch, measureBooksSearchMillion } from './workloads/books-search.ts'
import { measureBooksShelves } from './workloads/books-shelves.ts'
import { measureCeilings } from './workloads/ceilings.ts'
import { measureEvents } from './workloads/events.ts'
import { measureEventsPostgres } from './workloads/events-postgres.ts'
import { measureEventsScale } from './workloads/events-scale.ts'
import { measureExec } from './workloads/exec.ts'
import { measureFreeBusy } from './workloads/freebusy.ts'
import { measureGet } from './workloads/get.ts'
import { measureGroupCommit } from './workloads/group-commit.ts'
import { measureIdentity } from './workloads/identity.ts'
import { measureInsert } from './workloads/insert.ts'
import { measureMemory } from './workloads/memory.ts'
import { measureOthers } from './workloads/others.ts'
import { measurePostgres } from './workloads/postgres.ts'
import { measurePush } from './workloads/push.ts'
import { measureReports } from './workloads/reports.ts'
import { measureReportsPostgres } from './workloads/reports-postgres.ts'
import { measureScale } from './workloads/scale.ts'
import { measureSeries } from './workloads/series.ts'
import { measureStart } from './workloads/start.ts'
import { measureWorlds } from './workloads/worlds.ts'

const workloads: Readonly<Record<string, Workload>> = {
  get: measureGet,
  insert: measureInsert,
  others: measureOthers,
  'group-commit': measureGroupCommit,
  events: measureEvents,
  attendees: measureAttendees,
  series: measureSeries,
  freebusy: measureFreeBusy,
  push: measurePush,
  'books-search': measureBooksSearch,
  'books-search-million': measureBooksSearchMillion,
  'books-shelves': measureBooksShelves,
  'books-import': measureBooksImport,
  ads: measureAds,
  reports: measureReports,
  identity: measureIdentity,
  batch: measureBatch,
  ceilings: measureCeilings,
  start: measureStart,
  exec: measureExec,
  worlds: measureWorlds,
  scale: measureScale,
  'events-scale': measureEventsScale,
  memory: measureMemory,
  postgres: measurePostgres,
  'events-postgres': measureEventsPostgres,
  'reports-postgres': measureReportsPostgres,
}

const usage = `node bench/run.ts [--write] [${Object.keys(workloads).join(' | ')}]...

Measures the named workloads, or all of them. --write keeps the figures in bench/RESULTS.md.
Needs Linux, because CPU time is read from /proc.
`

const words = process.argv.slice(2)
const isWriting = words.includes('--write')
const named = words.filter((word) => word !== '--write')
if (named.some((name) => !Object.hasOwn(workloads, name))) {
  process.stdout.write(usage)
  process.exit(1)
}

const figures: Figure[] = []
for (const name of named.length === 0 ? Object.keys(workloads) : named) {
  process.stderr.write(`measuring ${name}...\n`)
  figures.push(...(await workloads[name]!()))
}
process.stdout.write(tableText(figures))
if (isWriting) {
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), resultsPage(figures, await machineLines()))
}
