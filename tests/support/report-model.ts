import {
  advertiserId,
  agencyId,
  type Conversion,
  type Entity,
  euroRates,
  type Fact,
  type ModelData,
} from './report-model-data.ts'

type Range = readonly [string, string]

export interface ModelRequest {
  readonly reportType: 'advertiser' | 'account' | 'campaign' | 'adGroup' | 'keyword'
  readonly metrics: readonly string[]
  readonly segments: readonly string[]
  readonly days: Range
  readonly clicksDays: Range | undefined
  readonly clicksAbove: number | undefined
  readonly device: string | undefined
  readonly account: boolean
  readonly includesRemoved: boolean
  readonly currency: string
}

interface Sums {
  impr: bigint
  clicks: bigint
  cost: bigint
  position: bigint
  ownClicks: bigint
  actions: bigint
  transactions: bigint
  revenue: bigint
}

const levels = ['advertiser', 'account', 'campaign', 'adGroup', 'keyword']
const names: Record<string, string> = {
  advertiser: 'advertiser',
  account: 'account',
  campaign: 'campaign',
  adGroup: 'adGroup',
  keyword: 'keywordText',
}

/** The request as the wire has it, and the rows that it has to give, computed one after another. */
export function expectedRows(data: ModelData, request: ModelRequest) {
  const { reportType, metrics, segments, days, clicksDays, clicksAbove, device, account } = request
  const [firstAccount] = data.entities
  const ownClicks = {
    columnName: 'clicks',
    headerText: 'own clicks',
    startDate: clicksDays?.[0],
    endDate: clicksDays?.[1],
  }
  const filters = [
    ...(clicksAbove === undefined
      ? []
      : [{ column: { columnName: 'clicks' }, operator: 'greaterThan', values: [clicksAbove] }]),
    ...(device === undefined
      ? []
      : [{ column: { columnName: 'deviceSegment' }, operator: 'equals', values: [device] }]),
  ]
  const body = {
    reportType,
    reportScope: { agencyId, advertiserId, ...(account && { engineAccountId: firstAccount!.id }) },
    columns: [
      { columnName: names[reportType] },
      ...[...segments, ...metrics].map((columnName) => ({ columnName })),
      ...(clicksDays === undefined ? [] : [ownClicks]),
    ],
    filters,
    timeRange: { startDate: days[0], endDate: days[1] },
    statisticsCurrency: request.currency,
    includeRemovedEntities: request.includesRemoved,
  }
  return { body, rows: rowsOf(data, request) }
}

function rowsOf(data: ModelData, request: ModelRequest): Record<string, unknown>[] {
  const { reportType, segments, device } = request
  const level = levels.indexOf(reportType)
  const isByActivity = segments.includes('floodlightActivity')
  const isSplit = segments.length > 0 || device !== undefined
  const needsConversions = isByActivity || request.metrics.some((name) => name.startsWith('dfa'))
  const needsEngine =
    !isByActivity &&
    (request.metrics.some((name) => !name.startsWith('dfa')) ||
      request.clicksDays !== undefined ||
      request.clicksAbove !== undefined)
  const groups = new Map<string, { key: string; cells: string[]; sums: Sums }>()
  const groupOf = (path: readonly string[], cells: string[]) => {
    const key = level === 0 ? advertiserId : path[level - 1]!
    const id = JSON.stringify([key, cells])
    const known = groups.get(id) ?? { key, cells, sums: noSums() }
    groups.set(id, known)
    return known.sums
  }
  for (const entity of shownEntities(data, request)) {
    if (!isSplit) groupOf(entity.path, [])
  }
  if (needsEngine) for (const fact of data.facts) addFact(fact, request, groupOf, data)
  if (needsConversions) for (const one of data.conversions) addConversion(one, request, groupOf)
  const shown = new Map(shownEntities(data, request).map((entity) => [entity.id, entity.name]))
  return [...groups.values()].flatMap(({ key, cells, sums }) => {
    const name = shown.get(key)
    if (name === undefined) return []
    const { clicksAbove } = request
    if (clicksAbove !== undefined && (isByActivity || sums.clicks <= BigInt(clicksAbove))) return []
    return [rowOf(name, cells, sums, request)]
  })
}

const noSums = (): Sums => ({
  impr: 0n,
  clicks: 0n,
  cost: 0n,
  position: 0n,
  ownClicks: 0n,
  actions: 0n,
  transactions: 0n,
  revenue: 0n,
})

function shownEntities(
  { entities }: ModelData,
  request: ModelRequest,
): { id: string; name: string; path: readonly string[] }[] {
  if (request.reportType === 'advertiser') return [{ id: advertiserId, name: 'Model', path: [] }]
  const removed = new Set(entities.filter(({ isRemoved }) => isRemoved).map(({ id }) => id))
  return entities
    .filter(({ kind }) => kind === request.reportType)
    .filter(({ path }) => !request.account || path[0] === entities[0]!.id)
    .filter(({ path }) => request.includesRemoved || !path.some((id) => removed.has(id)))
}

type GroupOf = (path: readonly string[], cells: string[]) => Sums

const isIn = (date: string, [first, last]: Range) => date >= first && date <= last

function addFact(
  fact: Fact,
  request: ModelRequest,
  groupOf: GroupOf,
  { entities }: ModelData,
): void {
  const { path, date, device, impr, clicks, costMicros, positionMicros } = fact
  if (request.account && path[0] !== entities[0]!.id) return
  if (request.device !== undefined && request.device !== device) return
  const usesDays =
    request.metrics.some((name) => !name.startsWith('dfa')) || request.clicksAbove !== undefined
  const isOfDays = usesDays && isIn(date, request.days)
  const isOwn = request.clicksDays !== undefined && isIn(date, request.clicksDays)
  if (!isOfDays && !isOwn) return
  const sums = groupOf(path, cellsOf(request, { date, device, activity: '' }))
  const account = entities.find(({ id }) => id === path[0])!
  if (isOwn) sums.ownClicks += BigInt(clicks)
  if (!isOfDays) return
  sums.impr += BigInt(impr)
  sums.clicks += BigInt(clicks)
  sums.cost += inCurrency(costMicros, account, date, request)
  sums.position += positionMicros
}

function addConversion(one: Conversion, request: ModelRequest, groupOf: GroupOf): void {
  const { path, date, device, activity } = one
  if (one.isRemoved || !isIn(date, request.days)) return
  if (request.account && !path[0]!.endsWith('101')) return
  if (request.device !== undefined && request.device !== device) return
  const sums = groupOf(path, cellsOf(request, { date, device, activity }))
  if (activity === 'Call') sums.actions += 1n
  else {
    sums.transactions += 1n
    sums.revenue += inCurrency(one.revenueMicros, one, date, request)
  }
}

function cellsOf(
  { segments }: ModelRequest,
  { date, device, activity }: { date: string; device: string; activity: string },
): string[] {
  const day = Temporal.PlainDate.from(date)
  return segments.map((segment) => {
    if (segment === 'date') return date
    if (segment === 'weekStart') return day.subtract({ days: day.dayOfWeek % 7 }).toString()
    if (segment === 'monthEnd') return day.with({ day: day.daysInMonth }).toString()
    return segment === 'deviceSegment' ? device : activity
  })
}

/** An amount in the currency of the report, each by itself, rounded half up. */
function inCurrency(
  micros: bigint,
  { currency }: Pick<Entity, 'currency'>,
  date: string,
  request: ModelRequest,
): bigint {
  const euro = euroRates.findLast(([day]) => day <= date)![1]
  const rate = (code: string) => (code === 'EUR' ? euro : 1_000_000n)
  const target = request.currency === 'usd' ? 'USD' : 'EUR'
  return rounded(micros * rate(target), rate(currency))
}

const rounded = (number: bigint, by: bigint) => (2n * number + by) / (2n * by)

function rowOf(
  name: string,
  cells: readonly string[],
  sums: Sums,
  request: ModelRequest,
): Record<string, unknown> {
  const isByActivity = request.segments.includes('floodlightActivity')
  const row: Record<string, unknown> = { [names[request.reportType]!]: name }
  for (const [index, segment] of request.segments.entries()) row[segment] = cells[index]
  for (const metric of request.metrics) {
    const value =
      isByActivity && !metric.startsWith('dfa') ? undefined : valueOfMetric(metric, sums)
    if (value !== undefined) row[metric] = value
  }
  if (request.clicksDays !== undefined && !isByActivity) row['own clicks'] = Number(sums.ownClicks)
  return row
}

function valueOfMetric(metric: string, sums: Sums): number | undefined {
  const { impr, clicks, cost, position, actions, transactions, revenue } = sums
  const ratio = (number: bigint, by: bigint) =>
    by === 0n ? undefined : Number(rounded(number, by)) / 1e6
  switch (metric) {
    case 'impr':
      return Number(impr)
    case 'clicks':
      return Number(clicks)
    case 'cost':
      return Number(cost) / 1e6
    case 'ctr':
      return ratio(clicks * 1_000_000n, impr)
    case 'avgCpc':
      return ratio(cost, clicks)
    case 'avgPos':
      return ratio(position, impr)
    case 'dfaActions':
      return Number(actions)
    case 'dfaTransactions':
      return Number(transactions)
    case 'dfaRevenue':
      return Number(revenue) / 1e6
    default:
      return Number(actions) * 2.5
  }
}
