import { Chance } from './chance.ts'
import { modifiers, type Trade, trades } from './trades.ts'

interface DemoSize {
  readonly keywords: number
  readonly days: number
}

const demoSizes: Readonly<Record<string, DemoSize>> = {
  small: { keywords: 160, days: 90 },
  medium: { keywords: 4_000, days: 365 },
  large: { keywords: 40_000, days: 730 },
}

export interface DemoParameters extends DemoSize {
  readonly seed: number
  /** The day after the last day with statistics. */
  readonly today: Temporal.PlainDate
}

interface DemoOptions {
  readonly size: string
  readonly keywords?: string | undefined
  readonly days?: string | undefined
  readonly seed: string
}

/** The options of the command, as typed. */
export function demoParameters(
  { size, keywords, days, seed }: DemoOptions,
  nowMs: number,
): DemoParameters {
  const base = demoSizes[size]
  if (base === undefined) {
    throw new Error(`${size} is none of ${Object.keys(demoSizes).join(', ')}.`)
  }
  return {
    keywords: within('keywords', keywords ?? base.keywords, 1_000_000),
    days: within('days', days ?? base.days, 3_650),
    seed: within('seed', seed, 999),
    today: Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate(),
  }
}

function within(name: string, text: string | number, max: number): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return value
  throw new Error(`${name} is a whole number from 1 to ${max}, not ${text}.`)
}

export interface DemoKeyword {
  readonly id: string
  readonly text: string
  readonly matchType: string
  /** The number of searches on an ordinary day. */
  readonly demand: number
  readonly maxCpc: number
}

export interface DemoAdGroup {
  readonly id: string
  readonly name: string
  readonly adIds: readonly string[]
  readonly keywords: readonly DemoKeyword[]
}

interface DemoCampaign {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly adGroups: readonly DemoAdGroup[]
}

export interface DemoAccount {
  readonly id: string
  readonly facts: Trade['accounts'][number]
  readonly campaigns: readonly DemoCampaign[]
  readonly sitelinkIds: readonly string[]
}

export interface DemoAdvertiser {
  readonly id: string
  readonly trade: Trade
  readonly accounts: readonly DemoAccount[]
  readonly activities: readonly DemoActivity[]
}

interface DemoActivity {
  readonly id: string
  readonly name: string
  readonly type: 'ACTION' | 'TRANSACTION'
}

export interface DemoPlan extends DemoParameters {
  readonly agencyId: string
  readonly advertisers: readonly DemoAdvertiser[]
}

const keywordsPerGroup = 8
const groupsPerCampaign = 4

/** The entities of the demo's agency down to keywords, reproducible by seed. */
export function demoPlan(parameters: DemoParameters): DemoPlan {
  const ids = new Ids(parameters.seed)
  const accountsCount = trades.reduce((sum, { accounts }) => sum + accounts.length, 0)
  const share = { ...parameters, keywords: Math.ceil(parameters.keywords / accountsCount) }
  const advertisers = trades.map((trade) => ({
    id: ids.next('217', 17),
    trade,
    accounts: trade.accounts.map((facts) => account(ids, trade, facts, share)),
    activities: [
      { id: ids.next('26', 8), name: `${trade.name} order`, type: 'TRANSACTION' as const },
      { id: ids.next('26', 8), name: `${trade.name} newsletter`, type: 'ACTION' as const },
    ],
  }))
  return { ...parameters, agencyId: ids.next('207', 17), advertisers }
}

/** Ids with the length of original ones, unique across seeds. */
class Ids {
  readonly #seed: number
  readonly #last = new Map<string, number>()

  constructor(seed: number) {
    this.#seed = seed
  }

  next(prefix: string, digits: number): string {
    const number = (this.#last.get(prefix) ?? 0) + 1
    this.#last.set(prefix, number)
    const seed = String(this.#seed % 1_000).padStart(3, '0')
    return `${prefix}${seed}${String(number).padStart(digits - prefix.length - 3, '0')}`
  }
}

function account(
  ids: Ids,
  trade: Trade,
  facts: DemoAccount['facts'],
  { seed, keywords }: DemoParameters,
): DemoAccount {
  const id = ids.next('700', 15)
  const chance = new Chance(seed, facts.name)
  const campaigns: DemoCampaign[] = []
  for (let left = keywords; left > 0; left -= keywordsPerGroup * groupsPerCampaign) {
    campaigns.push(campaign(ids, chance, trade, { number: campaigns.length, keywords: left }))
  }
  return { id, facts, campaigns, sitelinkIds: [1, 2, 3].map(() => ids.next('901', 14)) }
}

const rounds = ['', ' - Brand', ' - Generic', ' - Long tail', ' - Competitors', ' - Remarketing']

function campaign(
  ids: Ids,
  chance: Chance,
  trade: Trade,
  { number, keywords }: { readonly number: number; readonly keywords: number },
): DemoCampaign {
  const ranges = Object.entries(trade.ranges)
  const [range, words] = ranges[number % ranges.length]!
  const round = Math.floor(number / ranges.length)
  const suffix = rounds[round] ?? ` - Batch ${round}`
  const groupsCount = Math.min(groupsPerCampaign, Math.ceil(keywords / keywordsPerGroup))
  return {
    id: ids.next('717', 17),
    name: `${range}${suffix}`,
    status: number % 7 === 6 ? 'Paused' : 'Active',
    adGroups: Array.from({ length: groupsCount }, (_, index) =>
      adGroup(ids, chance, words[index % words.length]!, {
        round,
        keywords: Math.min(keywordsPerGroup, keywords - index * keywordsPerGroup),
      }),
    ),
  }
}

const matchTypes = ['Exact', 'Phrase', 'Broad']

function adGroup(
  ids: Ids,
  chance: Chance,
  word: string,
  { round, keywords }: { readonly round: number; readonly keywords: number },
): DemoAdGroup {
  return {
    id: ids.next('587', 17),
    name: word[0]!.toUpperCase() + word.slice(1),
    adIds: [ids.next('447', 17), ids.next('447', 17)],
    keywords: Array.from({ length: keywords }, (_, index) => {
      const modifier = modifiers[(index + round * keywordsPerGroup) % modifiers.length]!
      const later = Math.floor((index + round * keywordsPerGroup) / modifiers.length)
      const text = [modifier, word, later > 0 ? later + 1 : ''].filter(Boolean).join(' ')
      return {
        id: ids.next('437', 17),
        text,
        matchType: matchTypes[index % matchTypes.length]!,
        // A few keywords have most of the demand, as in real accounts.
        demand: (400 / (1 + index + round * 6) ** 1.1) * chance.between(0.4, 1.6),
        maxCpc: chance.between(0.3, 2.4),
      }
    }),
  }
}
