import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountPath, ids, tellSmallAccount } from '../ads-place.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'

const entities = 1_000_000

/** The file of ids of a large advertiser: made and loaded at once, and loaded when it lies ready. */
export async function measureIdMapping(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await tellSmallAccount(place)
  fill(join(folder.path, 'data', 'almanac.sqlite'))
  await using server = await place.start()
  const load = () => loaded(server.port, `${accountPath}/idmapping?alt=media`, place.token)
  const made = await load()
  const ready = await load()
  const peakMb = peakOf(server.pid)
  return [
    {
      name: `the file of ids of ${entities} things, made and loaded`,
      value: made.megabytes / made.seconds,
      unit: 'MB/s',
      bounds: { better: 'higher', floor: 30 },
      detail: `${made.megabytes.toFixed(0)} MB in ${made.seconds.toFixed(1)} s; ${(ready.megabytes / ready.seconds).toFixed(0)} MB/s when it lies ready`,
    },
    {
      name: 'memory of the server meanwhile, at most',
      value: peakMb,
      unit: 'MB',
      bounds: { better: 'lower', floor: 400 },
      detail: 'resident',
    },
  ]
}

function loaded(port: number, path: string, token: string) {
  const began = performance.now()
  return new Promise<{ megabytes: number; seconds: number }>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` }
    get({ host: '127.0.0.1', port, path, headers }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      reply.on('end', () => {
        if (reply.statusCode !== 200) reject(new Error(`${path}: ${reply.statusCode}`))
        resolve({ megabytes: bytes / 1e6, seconds: (performance.now() - began) / 1000 })
      })
    }).on('error', reject)
  })
}

function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1024
}

function fill(path: string): void {
  using database = new DatabaseSync(path)
  const { advertiser, account, campaign, adGroup } = ids
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = off; begin;
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${entities})
    insert into ads_entities (advertiser_id, kind, id, account_id, campaign_id, ad_group_id, name,
      status, customer_id, new_campaign_id, new_ad_group_id, new_id, created_at, modified_at,
      attributes, sequence)
    select '${advertiser}', 'keyword', printf('437%014d', n), '${account}', '${campaign}',
      '${adGroup}', 'keyword ' || n, 'Active', '1231231234', '5001', '6001', 1000000 + n,
      1700000000000, 1700000000000, '{}', 1000
    from numbers;
    update ads_advertisers set platform_sequence = 1000;
    commit; pragma wal_checkpoint(truncate)`)
}
