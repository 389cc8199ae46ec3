import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'
import { beforeAll, describe, it } from 'vitest'
import { schema } from '#/schema.ts'
import type { Engine } from '#/storage/port.ts'
import { declaredStatements } from '#/storage/sql/statement.ts'
import { engines, type Place } from '../support/engines.ts'
import { sourcesMatching } from '../support/sources.ts'

const root = resolve(import.meta.dirname, '../..')

/** What an engine says about a statement that it cannot prepare. */
type Complaint = { sql: string; error: string }

const prepareAll: Record<Engine, (place: Place) => Promise<Complaint[]>> = {
  sqlite: async ({ dataDir }) => {
    const database = new DatabaseSync(join(dataDir, 'almanac.sqlite'))
    try {
      return await complaints('sqlite', async (sql) => database.prepare(sql))
    } finally {
      database.close()
    }
  },
  postgres: async ({ url }) => {
    const sql = postgres(url as string, { max: 1, onnotice: () => {} })
    try {
      return await complaints('postgres', (text) =>
        sql.unsafe(`prepare one as ${text}; deallocate one`).simple(),
      )
    } finally {
      await sql.end()
    }
  },
}

async function complaints(engine: Engine, prepare: (sql: string) => Promise<unknown>) {
  const found: Complaint[] = []
  for (const statement of declaredStatements) {
    const { sql } = statement.for(engine)
    await prepare(sql).catch((error: unknown) => found.push({ sql, error: String(error) }))
  }
  return found
}

describe('declared statements', () => {
  beforeAll(async () => {
    const declaring = sourcesMatching('src/**/*.ts').filter(
      ({ path, text }) => !path.endsWith('.test.ts') && /\b(query|command)[<(]/.test(text),
    )
    for (const { path } of declaring) await import(join(root, path))
    assert.ok(declaredStatements.length > 0)
  })

  it('name tables only by their declarations', () => {
    const names = new Set(schema.tables.map(({ name }) => name))
    const hidden = declaredStatements.flatMap((statement) =>
      (['sqlite', 'postgres'] as const).flatMap((engine) => {
        const { sql, tables } = statement.for(engine)
        const found = sql.match(/(?<=\b(?:from|join|into|update|table)\s+)\w+|\w+(?=\.\w)/gi) ?? []
        return found.filter((word) => names.has(word) && !tables.has(word))
      }),
    )
    assert.deepEqual(hidden, [])
  })

  for (const engine of engines) {
    it(`can all be prepared on ${engine.name}`, {
      skip: engine.unavailable !== undefined,
    }, async () => {
      await using place = await engine.place()
      await (await place.open())[Symbol.asyncDispose]()
      assert.deepEqual(await prepareAll[engine.kind](place), [])
    })
  }
})
