import { arch, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { machineLines } from './machine.ts'
import { type Measurement, storeMeasurements, tableText } from './results.ts'
import type { Workload } from './workload.ts'
import { measureAds } from './workloads/ads.ts'
import { measureAttendees } from './workloads/attendees.ts'
import { measureBatch } from './workloads/batch.ts'
import { measureBooksImport } from './workloads/books-import.ts'
import { measureBooksSearch, measureBooksSearchMillion } from './workloads/books-search.ts'
import { measureBooksShelves } from './workloads/books-shelves.ts'
import { caldavRows, measureCaldav } from './workloads/caldav.ts'
import { measureCeilings } from './workloads/ceilings.ts'
import { citusKinds, measureCitus } from './workloads/citus.ts'
import { measureEvents } from './workloads/events.ts'
import { measureEventsPostgres } from './workloads/events-postgres.ts'
import { measureEventsScale } from './workloads/events-scale.ts'
import { measureExec } from './workloads/exec.ts'
import { measureFreeBusy } from './workloads/freebusy.ts'
import { measureGet } from './workloads/get.ts'
import { measureGroupCommit } from './workloads/group-commit.ts'
import { measureIdentity } from './workloads/identity.ts'
import { measureIdle } from './workloads/idle.ts'
import { measureInsert } from './workloads/insert.ts'
import { mcpRows, measureMcp } from './workloads/mcp.ts'
import { measureMemory } from './workloads/memory.ts'
import { measureOthers } from './workloads/others.ts'
import { measurePostgres } from './workloads/postgres.ts'
import { measureProcesses } from './workloads/processes.ts'
import { measurePush } from './workloads/push.ts'
import { measureReads, readsRows } from './workloads/reads.ts'
import { measureReplication } from './workloads/replication.ts'
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
  reads: measureReads,
  events: measureEvents,
  attendees: measureAttendees,
  series: measureSeries,
  freebusy: measureFreeBusy,
  caldav: measureCaldav,
  push: measurePush,
  mcp: measureMcp,
  'books-search': measureBooksSearch,
  'books-search-million': measureBooksSearchMillion,
  'books-shelves': measureBooksShelves,
  'books-import': measureBooksImport,
  ads: measureAds,
  reports: measureReports,
  identity: measureIdentity,
  batch: measureBatch,
  ceilings: measureCeilings,
  replication: measureReplication,
  start: measureStart,
  exec: measureExec,
  worlds: measureWorlds,
  scale: measureScale,
  'events-scale': measureEventsScale,
  memory: measureMemory,
  postgres: measurePostgres,
  'events-postgres': measureEventsPostgres,
  processes: measureProcesses,
  citus: measureCitus,
  'reports-postgres': measureReportsPostgres,
  idle: measureIdle,
}

const usage = `node bench/run.ts [--write] [--only 1,3] [--postgres] [${Object.keys(workloads).join(' | ')}]...

Measures the named workloads, or all of them.

  --write     store the figures in bench/measurements.json and bench/RESULTS.md
  --only      measure only these rows of reads, caldav or mcp, or these kinds of requests of citus
  --postgres  measure reads on PostgreSQL (rows 1, 2 and 4)

Needs Linux, because CPU time is read from /proc.
`

const { values, positionals } = readArguments()
const engine = values.postgres ? 'PostgreSQL' : 'SQLite'
const only = values.only?.split(',')
refuseUnlessMeasurable()

const circumstances = {
  date: Temporal.Now.plainDateISO().toString(),
  machine: arch(),
  load: Math.round(loadavg()[0]!),
}
const measurements: Measurement[] = []
for (const workload of positionals.length === 0 ? Object.keys(workloads) : positionals) {
  process.stderr.write(`measuring ${workload}...\n`)
  const figures = await workloads[workload]!({ engine, ...(only && { only }) })
  measurements.push(...figures.map((figure) => ({ workload, figure, ...circumstances })))
}
process.stdout.write(tableText(measurements.map(({ figure }) => figure)))
process.stdout.write(`\n${(await machineLines()).join('\n')}\n`)
if (values.write) storeMeasurements(measurements)

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        write: { type: 'boolean' },
        only: { type: 'string' },
        postgres: { type: 'boolean' },
      },
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function refuseUnlessMeasurable(): void {
  const unknown = positionals.find((name) => !Object.hasOwn(workloads, name))
  if (unknown !== undefined) refuse(`There is no workload ${unknown}.`)
  const alone = positionals.length === 1 ? positionals[0] : undefined
  if (values.postgres && alone !== 'reads')
    refuse('--postgres needs the workload reads, and no other.')
  if (only === undefined) return
  const parts: readonly string[] =
    { reads: readsRows(engine), caldav: caldavRows, citus: citusKinds, mcp: mcpRows }[
      alone ?? ''
    ] ?? []
  if (parts.length === 0)
    refuse('--only needs the workload reads, caldav, citus or mcp, and no other.')
  const missing = only.find((part) => !parts.includes(part))
  if (missing !== undefined) {
    refuse(`There is no ${missing} in ${alone}; choose from ${parts.join(', ')}.`)
  }
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n\n${usage}`)
  process.exit(1)
}
