import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Serves the packages of a folder as a registry does, so that npm can install them without a network. */
export async function startRegistry(packages: string): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(({ url = '/' }, response) => {
    const [name = '', file] = decodeURIComponent(url.slice(1)).split('/-/')
    if (file !== undefined) {
      // npm accepts archives that are not compressed.
      const folder = join(packages, name)
      const archive = spawn('tar', ['-ch', '--transform=s,^\\.,package,', '-C', folder, '.'])
      archive.stdout.pipe(response)
      return
    }
    try {
      const manifest = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'))
      const { version } = manifest as { version: string }
      const tarball = `${urlOf(server)}${name}/-/package.tar`
      response.end(
        JSON.stringify({
          name,
          'dist-tags': { latest: version },
          versions: { [version]: { ...manifest, dist: { tarball } } },
        }),
      )
    } catch {
      response.writeHead(404).end('{}')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: urlOf(server),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await promisify(server.close.bind(server))()
    },
  }
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
