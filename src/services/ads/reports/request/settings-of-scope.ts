import type { Reader } from '#/storage/port.ts'
import type { AdsContext } from '../../operation.ts'
import type { ReportRequest } from '../../schemas/report.ts'
import { type ReportTypeName, reportType } from '../catalog/report-types.ts'
import type { Faults } from './faults.ts'
import { type PlannedScope, type ReportPlan, type Value, valuesOf } from './plan.ts'

const currencies = ['usd', 'agency', 'advertiser', 'account'] as const

/** The currency of amounts is that of an entity in the scope. */
export function requireCurrency(faults: Faults, request: ReportRequest): void {
  const { statisticsCurrency: requestedCurrency, reportScope = {} } = request
  if (requestedCurrency === undefined) return void faults.missing('statisticsCurrency')
  if (!currencies.some((currency) => currency === requestedCurrency)) {
    return void faults.add('statisticsCurrency', `one of ${currencies.join(', ')} is expected.`)
  }
  const named = {
    usd: true,
    agency: reportScope.agencyId !== undefined,
    advertiser: reportScope.advertiserId !== undefined,
    account: reportScope.engineAccountId !== undefined,
  }
  if (!named[requestedCurrency as keyof typeof named]) {
    faults.add('statisticsCurrency', `the scope has no ${requestedCurrency}.`)
  }
}

/** The currency; empty if the agency has none. */
export async function currencyOf(
  { platform, accounts }: Pick<AdsContext, 'platform' | 'accounts'>,
  reader: Reader,
  { statisticsCurrency, reportScope = {} }: ReportRequest,
  scope: PlannedScope,
): Promise<string> {
  if (statisticsCurrency === 'agency') {
    return (await platform.agencies(reader, [reportScope.agencyId!]))[0]!.currency
  }
  if (statisticsCurrency === 'advertiser') return scope.advertisers[0]!.currency
  if (statisticsCurrency === 'usd') return 'USD'
  const [account] = await accounts.of(reader, scope)
  return account?.currency ?? ''
}

/** Whether no amount has to be converted between accounts. */
export async function isOneCurrency(
  { accounts }: Pick<AdsContext, 'accounts'>,
  reader: Reader,
  scope: PlannedScope,
  currency: string,
): Promise<boolean> {
  const owners = [...scope.advertisers, ...(await accounts.of(reader, scope))]
  return owners.every((owner) => owner.currency === currency)
}

/** The zones of the days in a report. */
export async function zonesOf(
  { accounts }: Pick<AdsContext, 'accounts'>,
  reader: Reader,
  plan: Pick<ReportPlan, 'columns' | 'filters' | 'order' | 'scope' | 'type'>,
): Promise<ReadonlySet<string>> {
  const zones = new Set<string>()
  const values = [...valuesOf(plan)]
  const isOfVisits = plan.type === 'visit' || values.some((value) => isOfEngine(value, plan.type))
  const inAccounts = new Set(isOfVisits ? plan.scope.advertisers : [])
  if (plan.type === 'conversion' || values.some(isOfConversions)) {
    for (const advertiser of plan.scope.advertisers) {
      if (advertiser.conversionDates === 'account') inAccounts.add(advertiser)
      else zones.add(advertiser.timeZone)
    }
  }
  if (inAccounts.size === 0) return zones
  const counted = { ...plan.scope, advertisers: [...inAccounts] }
  for (const { timeZone } of await accounts.of(reader, counted)) zones.add(timeZone)
  return zones
}

const isOfConversions = (value: Value) =>
  value.is === 'customMetric' ||
  value.is === 'customDimension' ||
  (value.is === 'metric' &&
    (value.metric.source === 'conversions' || value.metric.source === 'sales'))

const isOfEngine = (value: Value, type: ReportTypeName) =>
  value.is === 'metric' &&
  reportType(type).statistics !== undefined &&
  value.metric.source !== 'conversions' &&
  value.metric.source !== 'sales'
