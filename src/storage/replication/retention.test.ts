import { describe, expect, it } from 'vitest'
import { segmentName, snapshotName, snapshotsIn } from './names.ts'
import { expiredObjects, retainedSnapshots } from './retention.ts'

const dayMs = 86_400_000
const nowMs = 100 * dayMs
const retention = { nowMs, retentionMs: 7 * dayMs }

const snapshotsOn = (days: readonly number[]) =>
  snapshotsIn(days.map((day) => `${snapshotName('g', Math.round(day * dayMs))}/manifest.json`))

describe('of the snapshots', () => {
  it.each<[string, number[], number[]]>([
    ['none is kept if there is none', [], []],
    ['the only one is kept, however old it is', [10], [10]],
    ['the last from before the retention is kept', [80, 90, 92, 95, 99], [92, 95, 99]],
    ['those of the retention are kept', [94, 95], [94, 95]],
  ])('%s', (_, days, kept) => {
    expect(retainedSnapshots(snapshotsOn(days), retention).map(({ atMs }) => atMs / dayMs)).toEqual(
      kept,
    )
  })

  it('only the last hundred are kept', () => {
    const days = Array.from({ length: 150 }, (_, index) => 99 + index / 1000)
    expect(retainedSnapshots(snapshotsOn(days), retention)).toHaveLength(100)
  })
})

it('objects that no kept snapshot needs are expired', () => {
  const old = '19700320T000000000Z-a'
  const present = '19700406T000000000Z-b'
  const oldSnapshot = snapshotName(old, 80 * dayMs)
  const dropped = snapshotName(present, 90 * dayMs)
  const kept = snapshotName(present, 95 * dayMs)
  const abandoned = snapshotName(present, 96 * dayMs)
  const underWay = snapshotName(present, 99.5 * dayMs)
  const objects = [
    `${oldSnapshot}/manifest.json`,
    segmentName(old, { round: 1, first: 1, last: 9 }),
    `${dropped}/manifest.json`,
    `${dropped}/000000.zst`,
    `${kept}/manifest.json`,
    `${kept}/000000.zst`,
    `${abandoned}/000000.zst`,
    `${underWay}/000000.zst`,
    segmentName(present, { round: 3, first: 1, last: 9 }),
    segmentName(present, { round: 4, first: 1, last: 9 }),
    segmentName('19700411T000000000Z-c', { round: 1, first: 1, last: 9 }),
  ]
  const expired = expiredObjects(
    objects.map((name) => ({ name, modifiedMs: 0 })),
    snapshotsIn([`${kept}/manifest.json`]),
    { details: new Map([[kept, { round: 4, frame: 2, mark: '', files: [] }]]), nowMs },
  )
  expect(expired).toEqual([
    `${oldSnapshot}/manifest.json`,
    `${dropped}/manifest.json`,
    `${dropped}/000000.zst`,
    `${abandoned}/000000.zst`,
    segmentName(old, { round: 1, first: 1, last: 9 }),
    segmentName(present, { round: 3, first: 1, last: 9 }),
  ])
})
