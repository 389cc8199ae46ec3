import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'

/** Why tests on PostgreSQL cannot run here; undefined when they can. */
export const postgresUnavailable: string | undefined = inject('postgresUnavailable')

/** A folder that is removed with everything in it. */
export async function freshFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(inject('runFolder'), 'folder-'))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Makes a folder that holds a database of the embedded engine with the present schema. */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await copyFile(inject('migratedFile'), join(path, 'almanac.sqlite'))
}

/** A PostgreSQL database that is dropped afterwards, whoever is still connected to it. */
export async function freshPostgresUrl({
  isEmpty = false,
} = {}): Promise<{ url: string } & AsyncDisposable> {
  const name = `${inject('databasePrefix')}${randomBytes(8).toString('hex')}`
  const template = isEmpty ? 'template0' : inject('migratedDatabase')
  await asAdministrator(`create database ${name} template ${template} encoding 'UTF8'`)
  const url = new URL(administratorUrl())
  url.pathname = `/${name}`
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => asAdministrator(`drop database ${name} with (force)`),
  }
}

/** Runs a statement with every right, as an operator at the server would. */
export async function asAdministrator(text: string): Promise<void> {
  const sql = postgres(administratorUrl(), { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

function administratorUrl(): string {
  const url = inject('postgresUrl')
  if (url === undefined) throw new Error(postgresUnavailable ?? 'There is no PostgreSQL server.')
  return url
}
