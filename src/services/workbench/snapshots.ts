import { array, dateTime, object, readOnly, string } from '#/contract/schema.ts'

export const Snapshot = object('Snapshot', {
  name: string({ about: 'What the state is called.', pattern: '^[\\w.-]{1,100}$' }),
  created: readOnly(dateTime({ about: 'When it was saved.' })),
})

export const SnapshotList = object('SnapshotList', { snapshots: array(Snapshot) })

export const wireSnapshot = ({ name, createdAt }: { name: string; createdAt: number }) => ({
  name,
  created: new Temporal.Instant(BigInt(createdAt) * 1_000_000n).toString({
    smallestUnit: 'millisecond',
  }),
})
