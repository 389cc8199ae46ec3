import type { Draft } from './draft.ts'
import { malformedField, missing, RowFault } from './row-fault.ts'

interface Activity {
  readonly id: string
  readonly name: string
}

interface Names<A extends Activity> {
  readonly activitiesById: ReadonlyMap<string, A>
  readonly activitiesByName: ReadonlyMap<string, A>
  readonly metrics: ReadonlySet<string>
  readonly dimensions: ReadonlySet<string>
}

interface Segmentation {
  readonly segmentationId?: string
  readonly segmentationName?: string
}

/** The activity with the given id, the exact name, or both. */
export function activityOf<A extends Activity>(
  { segmentationId, segmentationName }: Segmentation,
  { activitiesById, activitiesByName }: Names<A>,
): A {
  if (segmentationId === undefined && segmentationName === undefined) {
    throw missing('segmentationName')
  }
  const activity =
    segmentationId === undefined
      ? activitiesByName.get(segmentationName!)
      : activitiesById.get(segmentationId)
  const isOther = segmentationName !== undefined && activity?.name !== segmentationName
  if (activity === undefined || isOther) {
    const named = isOther ? `name '${segmentationName}'` : `ID '${segmentationId}'`
    throw new RowFault('activityNotFound', `Floodlight activity ${named} is not found`)
  }
  return activity
}

/** Custom variables must be set up by the advertiser for the use they have in the row, and have one value each. */
export function requireVariables<A extends Activity>(
  { customMetric = [], customDimension = [] }: Draft,
  { metrics, dimensions }: Names<A>,
): void {
  for (const { name = '' } of customMetric) {
    if (!metrics.has(name)) {
      throw new RowFault('metricNotFound', `Custom metric '${name}' is not found`)
    }
  }
  for (const { name = '' } of customDimension) {
    if (!dimensions.has(name)) {
      throw new RowFault('dimensionNotFound', `Custom dimension '${name}' is not found`)
    }
  }
  requireOnce('customMetric', customMetric)
  requireOnce('customDimension', customDimension)
}

function requireOnce(field: string, variables: readonly { readonly name?: string }[]): void {
  const names = new Set<string | undefined>()
  for (const [index, { name }] of variables.entries()) {
    if (names.has(name)) throw malformedField(`${field}[${index}].name`, `'${name}' is given twice`)
    names.add(name)
  }
}

/** Transactions have a revenue in a currency; actions have none. */
export function requireRevenue(
  { revenueMicros, currencyCode }: Pick<Draft, 'revenueMicros' | 'currencyCode'>,
  type: string | undefined,
): void {
  if (type === 'TRANSACTION' && revenueMicros === undefined) throw missing('revenueMicros')
  if (revenueMicros === undefined) return
  if (type === 'ACTION' && revenueMicros !== '0') {
    throw new RowFault('revenueOfAction', 'An action has no revenue')
  }
  if (type === 'TRANSACTION' && currencyCode === undefined) throw missing('currencyCode')
}
