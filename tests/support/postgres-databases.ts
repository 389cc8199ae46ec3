import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { runAlmanac } from './almanac-process.ts'
import { createOnCluster, dropOnCluster } from './cluster-databases.ts'

/** Why tests on PostgreSQL cannot run here; undefined when they can. */
export const postgresUnavailable: string | undefined = inject('postgresUnavailable')

/**
 * A PostgreSQL database, with the present schema or empty, which ends for whoever is still connected
 * to it when it is disposed of.
 */
export async function freshPostgresUrl({
  isEmpty = false,
} = {}): Promise<{ url: string } & AsyncDisposable> {
  const name = (isEmpty ? undefined : idle.pop()) ?? (await create(isEmpty))
  return {
    url: urlOf(name),
    [Symbol.asyncDispose]: () => (isEmpty ? drop(name) : handOn(name)),
  }
}

/** Runs a statement with every right, as an operator at the server would. */
export const asAdministrator = (text: string): Promise<void> =>
  connected(administratorUrl(), async (sql) => void (await sql.unsafe(text)))

/** Whether databases are those of a Citus cluster, which cannot be copied. */
export const isOnCluster = inject('clusterNodes').length > 0

// Emptying a database takes a tenth of the time that making and dropping one does.
const idle: string[] = []

async function create(isEmpty: boolean): Promise<string> {
  const name = `${inject('databasePrefix')}${randomBytes(8).toString('hex')}`
  if (isOnCluster) {
    await createOnCluster(administratorUrl(), inject('clusterNodes'), name)
    if (!isEmpty) await runAlmanac(['migrate', '--database-url', urlOf(name)])
    return name
  }
  const template = isEmpty ? 'template0' : inject('migratedDatabase')
  // Copying files takes half as long as writing every page to the log, where nothing is synced.
  await asAdministrator(
    `create database ${name} template ${template} encoding 'UTF8' strategy file_copy`,
  )
  return name
}

const drop = (name: string): Promise<void> =>
  isOnCluster
    ? dropOnCluster(administratorUrl(), inject('clusterNodes'), name)
    : asAdministrator(`drop database ${name} with (force)`)

/** Puts a database back to how migrations left it, for the next who asks. */
async function handOn(name: string): Promise<void> {
  putBack ??= connected(urlOf(inject('migratedDatabase')), describePuttingBack)
  const text = await putBack
  try {
    await connected(urlOf(name), async (sql) => void (await sql.unsafe(text)))
    idle.push(name)
  } catch {
    // A test may have changed its tables, or left worlds behind.
    await drop(name)
  }
}

let putBack: Promise<string> | undefined

/** The statements that empty all tables and bring back the rows that migrations have written. */
async function describePuttingBack(sql: postgres.Sql): Promise<string> {
  const tables = await sql`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`
  const names = tables.map(({ name }) => name as string)
  const filling: string[] = []
  for (const name of names) {
    const [found] = await sql.unsafe(`select json_agg(each)::text as rows from ${name} each`)
    if (found?.rows === null) continue
    const literal = `'${found!.rows.replaceAll("'", "''")}'`
    filling.push(
      `insert into ${name} select * from json_populate_recordset(null::${name}, ${literal});`,
    )
  }
  return [
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid();`,
    `do $$ declare filled text; begin
       if (select count(*) from pg_tables where schemaname = 'public') <> ${names.length} then
         raise 'There are other tables.';
       end if;
       if exists (select from pg_database where starts_with(datname, 'almanac_world_' ||
         left(encode(sha256(convert_to('/' || current_database(), 'UTF8')), 'hex'), 8))) then
         raise 'There are worlds.';
       end if;
       ${isOnCluster ? emptyCluster : ''}
       -- Looking for rows would plan a statement for each table.
       select string_agg(quote_ident(relname), ', ') into filled from pg_class
         where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0${isOnCluster ? ' and oid not in (select logicalrelid from pg_dist_partition)' : ''};
       if filled is not null then execute 'truncate ' || filled || ' cascade'; end if;
     end $$;`,
    ...filling,
  ].join('\n')
}

// Other tables refer to those that every server has.
const emptyCluster = `
       declare name text; begin
         set local citus.multi_shard_modify_mode = 'sequential';
         for name in select logicalrelid::text from pg_dist_partition
           where logicalrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
           order by partmethod = 'n' and repmodel = 't' loop
           execute 'delete from ' || name;
         end loop;
       end;`

async function connected<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

function urlOf(name: string): string {
  const url = new URL(administratorUrl())
  url.pathname = `/${name}`
  return url.href
}

function administratorUrl(): string {
  const url = inject('postgresUrl')
  if (url === undefined) throw new Error(postgresUnavailable ?? 'There is no PostgreSQL server.')
  return url
}
