import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { adHocCommand } from '#/storage/sql/statement.ts'
import { addNote, noteIds } from './notes.ts'

// Writes groups until the system lets files grow no further, and reports what became of each group.
const dataDir = process.argv[2] as string
const logged: string[] = []
const error = (message: string) => logged.push(message)
const database = await openDatabase({
  schema,
  dataDir,
  log: { info: () => {}, warn: () => {}, error },
})
const fillUp = adHocCommand<{ id: string; text: string }>(({ id, text }) =>
  insertInto(meta, { name: sql`'filling-' || ${id}`, value: text }),
)

const groups: { id: string; outcome: unknown }[][] = []
for (let group = 0; group < 30; group++) {
  const ids = ['a', 'b', 'c'].map((member) => `${String(group).padStart(2, '0')}${member}`)
  const write = (id: string) =>
    database
      .transaction(async (tx) => {
        await tx.run(addNote, { id })
        await tx.run(fillUp, { id, text: 'x'.repeat(10_000) })
      })
      .then(
        () => ({ id, outcome: 'kept' }),
        (refusal) => ({ id, outcome: refusal.status ?? String(refusal) }),
      )
  groups.push(await Promise.all(ids.map(write)))
}
const readable = (await noteIds(database)).length
process.stdout.write(JSON.stringify({ groups, readable, logged }))
process.exit(0)
