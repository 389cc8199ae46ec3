/** The errors of rows in a batch, by the codes that scripts look for. */
export const faultCodes = {
  clickNotFound: '0x00000101',
  activityNotFound: '0x0000010E',
  dimensionNotFound: '0x00000115',
  metricNotFound: '0x00000116',
  alreadyThere: '0x0000011A',
  conversionNotFound: '0x0000011B',
  notPermitted: '0x0000011D',
  twiceInRequest: '0x0000011F',
  // The codes from here on are our own; the original publishes none.
  missing: '0x00000F01',
  malformed: '0x00000F02',
  currency: '0x00000F03',
  revenueOfAction: '0x00000F04',
  lineage: '0x00000F05',
  time: '0x00000F06',
  fixed: '0x00000F07',
  beforeClick: '0x00000F08',
} as const

type FaultKind = keyof typeof faultCodes

const generic: Readonly<Record<FaultKind, string>> = {
  clickNotFound: 'Click ID not found',
  activityNotFound: 'Floodlight activity not found',
  dimensionNotFound: 'Custom dimension not found',
  metricNotFound: 'Custom metric not found',
  alreadyThere: 'Conversion already exists',
  conversionNotFound: 'Conversion not found',
  notPermitted: 'Permission denied',
  twiceInRequest: 'Conversion repeated in request',
  missing: 'Required field missing',
  malformed: 'Invalid value',
  currency: 'Invalid currency',
  revenueOfAction: 'Revenue on an action',
  lineage: 'Invalid lineage',
  time: 'Invalid time',
  fixed: 'Field cannot be changed',
  beforeClick: 'Conversion before click',
}

/** Why a row is rejected. */
export class RowFault extends Error {
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string) {
    super(message)
    this.name = 'RowFault'
    this.kind = kind
  }

  /** The message in the format that uploaders for the original parse. */
  sentence({ index, conversionId }: { index: number; conversionId: string | undefined }): string {
    const { kind, message } = this
    const details = `${message} index=${index} conversionId=${conversionId ?? ''}`
    return `${faultCodes[kind]} ${generic[kind]}. Details: [${details}]`
  }
}

export const missing = (field: string) => new RowFault('missing', `Field '${field}' is required`)

export const malformedField = (field: string, why: string) =>
  new RowFault('malformed', `Invalid value for '${field}': ${why}`)
