import { type Figure, figureCells, figureHeads } from './figure.ts'
import { measureGet } from './workloads/get.ts'
import { measureInsert } from './workloads/insert.ts'

const workloads: Readonly<Record<string, () => Promise<Figure[]>>> = {
  get: measureGet,
  insert: measureInsert,
}

const words = process.argv.slice(2)
for (const w of words) {
  for (const f of await workloads[w]!()) process.stdout.write(figureCells(f).join(' | ') + '\n')
}
void figureHeads
