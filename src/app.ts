import type { Core } from '#/core.ts'
import { createListener } from '#/http/listener/listener.ts'
import { drain, listen, requireFreePort } from '#/http/listener/listening.ts'
import { securityHeaders } from '#/http/listener/security-headers.ts'
import { day } from '#/kernel/settings/setting-kinds.ts'
import { isDatabaseExposed } from '#/kernel/settings/settings.ts'
import { seedsOf } from '#/seeds/site-seeds.ts'
import type { Settings } from '#/settings.ts'
import { openSite, type Site } from '#/site.ts'
import { replicaAddress } from '#/storage/open.ts'
import type { Replication } from '#/storage/port.ts'
import { replicationMetrics } from '#/storage/replication/metrics.ts'

/** A running server. */
export interface RunningServer {
  readonly address: string
  /** The token that is printed at start, if any. */
  readonly printedToken: string | undefined
  /** The email address of the first user of the seed, if any. */
  readonly seededUser: string | undefined
  /** Fails readiness checks, closes connections with their responses, waits for running requests, and stops. */
  close(): Promise<void>
}

export { requireFreePort }

/** Starts everything that serves requests. */
export async function serve(core: Core): Promise<RunningServer> {
  const { settings } = core
  if (settings.mode === 'production' && isDatabaseExposed(settings)) {
    core.log.warn(
      'the connection to PostgreSQL has no verified TLS; append ?sslmode=verify-full to its URL',
    )
  }
  const replication = startReplication(core)
  const seed = await loadSeed(settings)
  let address = ''
  const worlds = await loadWorlds(core, () => address)
  const applySeed = async () => seed?.apply(core, site)
  const site: Site = await openSite(core, {
    address: () => address,
    worlds: worlds?.registry,
    addFirstState: applySeed,
    metrics: replication === undefined ? [] : replicationMetrics(replication),
  })
  let isClosing = false
  const listener = createListener({
    ...settings,
    site: { ...site, prefix: '' },
    worlds,
    headersAlways: securityHeaders(settings),
    isClosing: () => isClosing,
    // In dev mode, the workbench and one-click sign-in depend on the host of the request.
    publicOrigin: settings.mode === 'production' ? settings.publicUrl : '',
    fallbackOrigin: () => address,
    limits: settings,
  })
  try {
    await worlds?.start()
    await applySeed()
    address = await listen(listener, settings)
  } catch (error) {
    await worlds?.stop()
    await site.stop()
    throw error
  }
  await site.createDemo()
  return {
    address,
    printedToken: site.printedToken,
    seededUser: seed?.firstUser,
    async close() {
      site.beginDraining()
      await drain(listener, settings, () => {
        isClosing = true
      })
      await worlds?.stop()
      await site.stop()
    },
  }
}

/** Starts to replicate the embedded database, if the settings name a replica. */
function startReplication({ database, settings, attachedFiles }: Core): Replication | undefined {
  const replica = replicaAddress(settings)
  if (replica === undefined) return undefined
  const files = attachedFiles && { folder: attachedFiles.folder, ending: attachedFiles.ending }
  return database.replicate?.({ replica, files, retentionMs: settings.replicaDays * day })
}

/** Loads the seed that the settings name. */
async function loadSeed(settings: Settings) {
  if (settings.seed === '') return undefined
  const { openSeed } = await import('#/seeds/start.ts')
  return openSeed(settings)
}

/** Loads the worlds of a server in dev mode, unless it reaches PostgreSQL only through a pooler. */
async function loadWorlds(core: Core, address: () => string) {
  const { mode, worldsMax, databasePooler, databaseListenUrl } = core.settings
  if (mode !== 'dev' || worldsMax === 0) return undefined
  if (databasePooler !== 'none' && databaseListenUrl === '') return undefined
  const { openWorlds } = await import('#/worlds/open.ts')
  return openWorlds(core, address)
}

/** The state of an installation as the text of a seed. Nothing runs in the background meanwhile. */
export async function exportedState(core: Core, format: 'yaml' | 'json'): Promise<string> {
  const site = await openSite(core, {
    address: () => '',
    worlds: undefined,
    hasBackground: false,
  })
  try {
    return await seedsOf(core, site).export(format)
  } finally {
    await site.stop()
  }
}

/**
 * Serves one agent over standard input and output, and revokes its token in the end. Nothing runs in the
 * background meanwhile.
 */
export async function serveAgent(
  core: Core,
  agent: { readonly token: string; readonly isReadOnly: boolean },
): Promise<void> {
  const { host, port, publicUrl } = core.settings
  const origin = publicUrl || `http://${host}:${port}`
  const site = await openSite(core, {
    address: () => origin,
    worlds: undefined,
    hasBackground: false,
  })
  try {
    const { serveOverStdio } = await import('#/mcp/protocol/stdio.ts')
    await serveOverStdio(await site.agentSession({ ...agent, origin }), core.log)
  } finally {
    // Before the site stops, because the end of a token may concern channels.
    await core.database.transaction((tx) => core.tokens.revoke(tx, agent.token))
    await site.stop()
  }
}
