import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import { addNote } from './notes.ts'

// Writes for ever with several writers at once, and says which row is acknowledged. Killed by a test.
const [dataDir = '', round = ''] = process.argv.slice(2)
const log = { info: () => {}, warn: () => {}, error: () => {} }
const database = await openDatabase({ schema, dataDir, log })

async function writeForEver(writer: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${round}-${writer}-${count}`
    await database.transaction((tx) => tx.run(addNote, { id }))
    process.stdout.write(`${id}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => writeForEver(writer)))
