import { array, integer, kind, object, string } from '#/contract/schema.ts'

/** The series that a volume belongs to. */
export const SeriesInfo = object('Volumeseriesinfo', {
  bookDisplayNumber: string({ about: 'Its number as printed.' }),
  kind: kind('books#volume_series_info'),
  shortSeriesBookTitle: string(),
  volumeSeries: array(
    object(undefined, {
      issue: array(
        object(undefined, { issueDisplayNumber: string(), issueOrderNumber: integer() }),
      ),
      orderNumber: integer(),
      seriesBookType: string(),
      seriesId: string(),
    }),
  ),
})
