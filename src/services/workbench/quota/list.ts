import { forAnyone, operation } from '../operation.ts'
import { QuotaUseList } from '../schemas/quota.ts'

export const list = operation(
  {
    id: 'workbench.quota.list',
    http: 'GET /quota',
    summary: 'Tells what users and clients have spent.',
    params: {},
    reply: QuotaUseList,
    ...forAnyone,
  },
  async ({ quota }) => ({ subjects: await quota.usage() }),
)
