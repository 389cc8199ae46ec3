import { openDatabase } from '#/storage/open.ts'
import { adHocStatement } from '#/storage/statement.ts'
import { addNote, noteIds } from './notes.ts'

// Writes groups until the system lets files grow no further, and reports what became of each group.
const dataDir = process.argv[2] as string
const logged: string[] = []
const error = (message: string) => logged.push(message)
const database = await openDatabase({ dataDir, log: { info: () => {}, warn: () => {}, error } })
const fillUp = adHocStatement<{ id: string; text: string }>(
  "insert into meta (name, value) values ('filling-' || :id, :text)",
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
