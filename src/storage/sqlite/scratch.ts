import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from './connection.ts'

const putsPerCommit = 10_000

/** Temporary storage of texts by key, for work that exceeds the memory. It is deleted when it is disposed. */
export class Scratch implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'almanac-scratch-'))
  readonly #connection = new Connection(join(this.#folder, 'scratch.sqlite'))
  #puts = 0

  constructor() {
    this.#connection.exec(`
      pragma journal_mode = off;
      pragma synchronous = off;
      pragma cache_size = -65536;
      create table texts (key text primary key, text text not null) without rowid;
      begin`)
  }

  put(key: string, text: string): void {
    this.#connection.prepare('insert or replace into texts values (?, ?)').run(key, text)
    if (++this.#puts % putsPerCommit === 0) this.#connection.exec('commit; begin')
  }

  get(key: string): string | undefined {
    return this.#connection.prepare('select text from texts where key = ?').get(key)?.text as
      | string
      | undefined
  }

  [Symbol.dispose](): void {
    this.#connection.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
