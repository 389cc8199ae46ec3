import { environmentName } from '#/kernel/settings-table.ts'

/** What a command has to know of the server that it is run against. */
export interface CommandServer {
  /** The root URL, without a slash at the end. */
  readonly url: string
  readonly token: string
  /** A credential file with which auth libraries act for the user of the token. */
  readonly credentialsPath: string
  readonly dataDir: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** The environment of a command: the inherited one, pointed to the server that it is run against. */
export function commandEnvironment(
  inherited: Environment,
  { url, token, credentialsPath, dataDir }: CommandServer,
): Environment {
  const directHosts = [inherited.NO_PROXY ?? inherited.no_proxy, '127.0.0.1']
    .filter(Boolean)
    .join(',')
  return {
    ...inherited,
    ALMANAC_URL: url,
    ALMANAC_TOKEN: token,
    GOOGLE_APPLICATION_CREDENTIALS: credentialsPath,
    // Without it, the auth library for Node asks gcloud and the metadata server of the cloud.
    GOOGLE_CLOUD_PROJECT: 'almanac',
    NO_PROXY: directHosts,
    no_proxy: directHosts,
    // Lets `almanac user create` and its like work on this server, and on no other.
    [environmentName('dataDir')]: dataDir,
    [environmentName('publicUrl')]: url,
    [environmentName('databaseUrl')]: undefined,
    [environmentName('settings')]: undefined,
  }
}
