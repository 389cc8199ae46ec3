import { runAlmanac } from './server.ts'
import type { ServerSite } from './sites.ts'

/** An API key, made on the command line, because over the wire only administrators make some. */
export async function newApiKey({ place }: ServerSite): Promise<string> {
  const { code, stdout, stderr } = await runAlmanac(['key', 'create', 'website'], place.environment)
  if (code !== 0) throw new Error(`no key: ${stderr}`)
  return stdout.split('\n')[0]!.trim()
}
