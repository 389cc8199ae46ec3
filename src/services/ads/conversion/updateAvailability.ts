import { invalid, requiredField } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { requireAdvertiser, requireRole, roleOn } from '../access.ts'
import { activityOf } from '../domain/conversion/naming.ts'
import { RowFault } from '../domain/conversion/row-fault.ts'
import { customerIdOf } from '../domain/customer-id.ts'
import type { AdsRole } from '../domain/role.ts'
import { type AdsContext, operation } from '../operation.ts'
import {
  type Availability,
  UpdateAvailabilityRequest,
  UpdateAvailabilityResponse,
} from '../schemas/availability.ts'
import type { AdvertiserRow } from '../store/advertisers.ts'

const skewMaxMs = 3_600_000

export const updateAvailability = operation(
  {
    id: 'doubleclicksearch.conversion.updateAvailability',
    http: 'POST /conversion/updateAvailability',
    summary: 'Updates until when the conversions of activities are complete.',
    body: UpdateAvailabilityRequest,
    reply: UpdateAvailabilityResponse,
    access: { advertiserId: 'uploader' },
  },
  ({ body, database, ...context }) => {
    const { availabilities = [] } = body
    if (availabilities.length === 0) throw requiredField('At least one availability is required.')
    return database.transaction(async (tx) => {
      for (const [index, availability] of availabilities.entries()) {
        await complete({ ...context, database }, tx, { index, availability })
      }
      return { availabilities }
    })
  },
)

type Context = AdsContext & { readonly least: AdsRole | undefined }

async function complete(
  context: Context,
  tx: Transaction,
  { index, availability }: { index: number; availability: Availability },
): Promise<void> {
  const at = `availabilities[${index}]`
  const { availabilityTimestamp, segmentationType = 'FLOODLIGHT' } = availability
  if (segmentationType.toUpperCase() !== 'FLOODLIGHT') {
    throw invalid(`${at}.segmentationType`, 'Only FLOODLIGHT is accepted.')
  }
  if (availabilityTimestamp === undefined) {
    throw requiredField(`${at}.availabilityTimestamp is required.`)
  }
  const completeThrough = Number(availabilityTimestamp)
  if (!(completeThrough >= 0 && completeThrough <= context.clock.nowMs() + skewMaxMs)) {
    throw invalid(`${at}.availabilityTimestamp`, 'The time lies in the future or out of range.')
  }
  const advertiser = await advertiserOf(context, tx, { at, availability })
  const { id } = await namedActivity(context, tx, { index, availability, advertiser })
  await context.catalogs.complete(tx, { advertiserId: advertiser.id, id, completeThrough })
}

async function advertiserOf(
  context: Context,
  tx: Transaction,
  { at, availability }: { at: string; availability: Availability },
): Promise<AdvertiserRow> {
  const { agencyId, advertiserId, customerId } = availability
  const least = context.least!
  if (customerId === undefined) {
    if (agencyId === undefined) throw requiredField(`${at}.agencyId is required.`)
    if (advertiserId === undefined) throw requiredField(`${at}.advertiserId is required.`)
    return requireAdvertiser(context, tx, { agencyId, advertiserId, least })
  }
  const digits = customerIdOf(customerId)
  const found = digits && (await context.advertisers.findByCustomer(tx, digits))
  const ownGrants = await context.grants.of(tx, context.caller.userId)
  // Callers without access do not learn whether it exists.
  if (!found || roleOn(ownGrants, found) === undefined) {
    throw invalid(`${at}.customerId`, 'It is not the id of an advertiser that you can see.')
  }
  await requireRole(context, tx, found, least)
  return found
}

async function namedActivity(
  { catalogs }: AdsContext,
  tx: Transaction,
  named: { index: number; availability: Availability; advertiser: AdvertiserRow },
) {
  const { index, availability, advertiser } = named
  try {
    return activityOf(availability, await catalogs.of(tx, advertiser))
  } catch (fault) {
    if (!(fault instanceof RowFault)) throw fault
    throw invalid(`availabilities[${index}]`, fault.sentence({ index, conversionId: undefined }))
  }
}
