import { demoEmail, firstTokens } from '#/auth/credentials/dev-tokens.ts'
import type { Core } from '#/core.ts'
import type { LocalSite } from '#/local-client.ts'
import type { LoadedSeed } from '#/seeds/site-seeds.ts'
import type { ServedService } from '#/services/service.ts'

interface FirstStateContext {
  readonly services: readonly ServedService[]
  readonly site: LocalSite
  /** The seed that the server was started with, if any. */
  readonly seed: LoadedSeed
}

/** What a new or reset database contains. Repeating a step changes nothing. */
export function firstState(core: Core, { services, site, seed }: FirstStateContext) {
  const tokens = firstTokens(core)
  /** Creates the tokens of dev mode, and what services need in any database. */
  const prepare = async () => {
    for (const service of services) await service.prepare?.()
    await tokens.put()
  }
  const applySeed = async () => seed?.apply(core, site)
  /** Creates demo data in the background, if the settings request it. */
  const createDemo = async () => {
    if (tokens.printed === undefined) return
    const user = await core.directory.find(demoEmail)
    if (user === undefined) return
    for (const service of services) await service.createDemo?.(user.id)
  }
  return {
    /** The token that is printed at start, if any. */
    printedToken: tokens.printed,
    prepare,
    applySeed,
    createDemo,
    /** Fills a database that was reset. */
    async create(): Promise<void> {
      await prepare()
      await applySeed()
      await createDemo()
    },
  }
}
