import { operation } from '../operation.ts'
import { ConversionList } from '../schemas/conversion.ts'
import { entriesOf, writeBatch } from './batch.ts'
import { updateRows } from './updating.ts'

export const update = operation(
  {
    id: 'doubleclicksearch.conversion.update',
    http: 'PUT /conversion',
    summary: 'Updates conversions. Each row is either stored or rejected with a reason.',
    body: ConversionList,
    reply: ConversionList,
    access: { advertiserId: 'uploader' },
  },
  ({ body, database, ...context }) => {
    const entries = entriesOf(context, body)
    return writeBatch(database, entries, (tx) => updateRows(context, tx, entries))
  },
)
