import { environmentName, type PlatformSettings, SettingError } from './settings.ts'

type Name = keyof PlatformSettings

/** Fails if a setting would have no effect because of another one, or needs another one. */
export function refuseContradictions(settings: PlatformSettings): void {
  const { databaseUrl, databaseLayout, databasePooler, replica } = settings
  if (databaseUrl === '') {
    if (settings.databaseReadUrl !== '') throw needsDatabaseUrl('databaseReadUrl')
    if (settings.databaseListenUrl !== '') throw needsDatabaseUrl('databaseListenUrl')
    if (databasePooler !== 'none') throw needsDatabaseUrl('databasePooler')
    if (databaseLayout === 'citus') throw needsDatabaseUrl('databaseLayout')
  } else if (replica !== '') {
    throw new SettingError(
      'ALMANAC_REPLICA is for the embedded database: use the replication of PostgreSQL instead.',
    )
  }
  if (replica.startsWith('s3:') && (!settings.replicaAccessKey || !settings.replicaSecretKey)) {
    throw new SettingError(
      'ALMANAC_REPLICA is a bucket: set ALMANAC_REPLICA_ACCESS_KEY and ALMANAC_REPLICA_SECRET_KEY, too.',
    )
  }
}

const needsDatabaseUrl = (name: Name): SettingError =>
  new SettingError(
    `${environmentName(name)} is for PostgreSQL: set ALMANAC_DATABASE_URL, too, or remove it.`,
  )
