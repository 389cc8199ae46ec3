import { int64, integer, optional, type Schema, uint32 } from '#/contract/schema.ts'

const date = (about: string) => integer({ minimum: 20091101, maximum: 99991231, about })

// The format determines the bounds of row numbers; the original documents none.
const { minimum: _, ...startRow }: Schema<number> = uint32({
  about: 'The number of conversions to skip.',
})

/** The parameters of both methods that list conversions. */
export const listParams = {
  startDate: date('The first date, as YYYYMMDD.'),
  endDate: date('The last date, as YYYYMMDD.'),
  rowCount: integer({
    minimum: 1,
    maximum: 1000,
    about: 'The maximum number of conversions to return.',
  }),
  startRow,
  campaignId: optional(int64({ about: 'Conversions of this campaign only.' })),
  adGroupId: optional(int64({ about: 'Conversions of this ad group only.' })),
  adId: optional(int64({ about: 'Conversions of this ad only.' })),
  criterionId: optional(int64({ about: 'Conversions of this keyword only.' })),
}
