import type { Transaction } from '#/storage/port.ts'
import type { Subject, Tier } from '../limits.ts'
import { addUnits, chargeSubject, unitsOfMinute } from '../store.ts'
import { type Overrun, overrun, startsAt, type Use } from '../window.ts'

export interface Payer {
  readonly tier: Tier
  readonly subject: Subject
}

/** The cost of a request, and the subjects with a limit that it is charged to. */
export interface Payment {
  readonly payers: readonly Payer[]
  readonly units: number
}

/** A rejected charge: the subject, the units, and the earliest time at which it could be accepted. */
export interface Refused {
  readonly payer: Payer
  readonly units: number
  readonly span: Overrun['span']
  readonly atMs: number
  readonly retryAtMs: number
}

type MutableUse = { -readonly [K in keyof Use]: Use[K] }

/**
 * Charges payments one after another, each completely or not at all, and returns the result of each.
 * Everything is charged first, which locks the rows and returns the earlier use; what exceeds a limit is
 * subtracted again before the commit.
 */
export async function chargeGroup(
  tx: Transaction,
  payments: readonly Payment[],
  nowMs: number,
): Promise<(Refused | undefined)[]> {
  const uses = await take(tx, sumBySubject(payments), nowMs)
  const verdicts = payments.map((payment) => {
    const refused = refusedBy(payment, uses, nowMs)
    if (refused === undefined) spend(payment, uses)
    return refused
  })
  await giveBack(tx, sumBySubject(payments.filter((_, index) => verdicts[index])), nowMs)
  return verdicts
}

function refusedBy(
  { payers, units }: Payment,
  uses: ReadonlyMap<string, Use>,
  nowMs: number,
): Refused | undefined {
  for (const payer of payers) {
    const over = overrun(uses.get(payer.subject) as Use, payer.tier, { units, nowMs })
    if (over === undefined) continue
    return { payer, units, span: over.span, atMs: nowMs, retryAtMs: nowMs + over.waitMs }
  }
  return undefined
}

function spend({ payers, units }: Payment, uses: ReadonlyMap<string, MutableUse>): void {
  for (const { subject } of payers) {
    const use = uses.get(subject) as MutableUse
    use.minuteUnits += units
    use.dayUnits += units
  }
}

// Sorted, so that concurrent transactions lock rows in the same order and cannot deadlock.
function sumBySubject(payments: readonly Payment[]): [subject: string, units: number][] {
  const sums = new Map<string, number>()
  for (const { payers, units } of payments) {
    for (const { subject } of payers) sums.set(subject, (sums.get(subject) ?? 0) + units)
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Adds the units and returns the earlier use of each subject. */
async function take(
  tx: Transaction,
  sums: readonly [string, number][],
  nowMs: number,
): Promise<Map<string, MutableUse>> {
  const { minuteAt, previousAt, dayAt } = startsAt(nowMs)
  const taken = sums.map(async ([subject, units]): Promise<[string, MutableUse]> => {
    const [rows, previous] = await Promise.all([
      tx.all(chargeSubject, { subject, units, minuteAt, dayAt }),
      tx.first(unitsOfMinute, { subject, minuteAt: previousAt }),
    ])
    const before = (span: string) => (rows.find((row) => row.span === span)?.units ?? units) - units
    return [
      subject,
      {
        minuteUnits: before('minute'),
        previousUnits: previous?.units ?? 0,
        dayUnits: before('day'),
      },
    ]
  })
  return new Map(await Promise.all(taken))
}

async function giveBack(
  tx: Transaction,
  sums: readonly [string, number][],
  nowMs: number,
): Promise<void> {
  const { minuteAt, dayAt } = startsAt(nowMs)
  await Promise.all(
    sums.flatMap(([subject, units]) => [
      tx.run(addUnits, { subject, span: 'minute', startedAt: minuteAt, units: -units }),
      tx.run(addUnits, { subject, span: 'day', startedAt: dayAt, units: -units }),
    ]),
  )
}
