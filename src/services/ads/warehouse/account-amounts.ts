import { raw } from '#/storage/sql/sql.ts'
import { adHocQuery } from '#/storage/sql/statement.ts'
import { literal } from './duckdb.ts'
import { type Warehouse, withDuckDb } from './fact-import.ts'
import { columnOf, type Fact, type FactName, factNames, facts, tableOf } from './facts.ts'

interface Account {
  readonly advertiserId: string
  readonly accountId: string
}

/** Whether there are statistics with amounts in the currency of an account. */
export async function hasAmounts(warehouse: Warehouse, account: Account): Promise<boolean> {
  return warehouse.database.engine === 'sqlite'
    ? hasAmountsInFiles(warehouse, account)
    : hasAmountsInTables(warehouse, account)
}

async function hasAmountsInFiles(warehouse: Warehouse, account: Account): Promise<boolean> {
  const listed = await warehouse.files.listFiles()
  if (listed.length === 0) return false
  return withDuckDb(warehouse, async (duckDb) => {
    for (const fact of factNames) {
      const paths = listed
        .filter((file) => file.fact === fact)
        .map(({ fileName }) => literal(warehouse.files.pathOf(fileName)))
      if (paths.length === 0) continue
      const from = `read_parquet([${paths.join(', ')}])`
      if ((await duckDb.all(anyAmount(fact, from, account))).length > 0) return true
    }
    return false
  })
}

async function hasAmountsInTables({ database }: Warehouse, account: Account): Promise<boolean> {
  for (const fact of factNames) {
    const query = adHocQuery<Record<string, never>, { found: number }>(() =>
      raw(anyAmount(fact, tableOf(fact), account)),
    )
    if ((await database.first(query, {})) !== undefined) return true
  }
  return false
}

function anyAmount(fact: FactName, from: string, { advertiserId, accountId }: Account): string {
  const { measures }: Fact = facts[fact]
  const amounts = measures.filter(({ form }) => form === 'money')
  const isAny = ['false', ...amounts.map(({ name }) => `${columnOf(name)} <> 0`)].join(' or ')
  return `select 1 as found from ${from}
    where advertiser_id = ${BigInt(advertiserId)} and account_id = ${BigInt(accountId)} and (${isAny})
    limit 1`
}
