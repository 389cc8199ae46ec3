import { environmentName } from '#/kernel/settings/settings.ts'

/** What a command needs to know about its server. */
interface CommandServer {
  /** The root URL, without a trailing slash. */
  readonly url: string
  readonly token: string
  /** A credential file for the user of the token. */
  readonly credentialsPath: string
  readonly dataDir: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** The environment of a command: the inherited one, with the variables that point to its server. */
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
    // Without it, the auth library for Node queries gcloud and the cloud metadata server.
    GOOGLE_CLOUD_PROJECT: 'almanac',
    NO_PROXY: directHosts,
    no_proxy: directHosts,
    // Makes commands such as `almanac user create` use this server and no other.
    [environmentName('dataDir')]: dataDir,
    [environmentName('publicUrl')]: url,
    [environmentName('databaseUrl')]: undefined,
    [environmentName('settings')]: undefined,
  }
}
