import { operation } from '../operation.ts'
import { ConversionList } from '../schemas/conversion.ts'
import { entriesOf, writeBatch } from './batch.ts'
import { insertRows } from './insertion.ts'

export const insert = operation(
  {
    id: 'doubleclicksearch.conversion.insert',
    http: 'POST /conversion',
    summary: 'Inserts conversions. Each row is either stored or rejected with a reason.',
    body: ConversionList,
    reply: ConversionList,
    access: { advertiserId: 'uploader' },
  },
  ({ body, database, ...context }) => {
    const entries = entriesOf(context, body)
    return writeBatch(database, entries, (tx) => insertRows(context, tx, entries))
  },
)
