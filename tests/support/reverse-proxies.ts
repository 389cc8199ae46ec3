import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSocket, until } from './calling.ts'
import { freshFolder } from './fresh.ts'
import { examplesOf } from './guide.ts'
import { freePort } from './postgres-server.ts'

const guide = 'docs/guides/reverse-proxies.md'

interface ReverseProxy {
  readonly name: string
  readonly unavailable: string | undefined
  /** Starts the proxy with the example of the guide, without TLS and for other servers. */
  start(servers: readonly string[]): Promise<RunningProxy>
}

interface RunningProxy extends AsyncDisposable {
  readonly base: string
}

interface Adapted {
  readonly text: string
  readonly words: readonly string[]
}

/** How the example is changed for a test: where it listens, and which servers it asks. */
type Adapt = (
  text: string,
  place: { readonly port: number; readonly servers: readonly string[]; readonly folder: string },
) => Adapted

const adaptations: Readonly<Record<string, Adapt>> = {
  nginx: (text, { port, servers, folder }) => ({
    text: `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off;
${temporaryPaths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${text
  .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
  .replaceAll(/^ *ssl_.*$/gm, '')
  .replace(
    'server 127.0.0.1:8080 max_fails=0;',
    servers.map((server) => `server ${server} max_fails=0;`).join('\n'),
  )}
}`,
    words: ['-e', 'stderr', '-c', join(folder, 'config')],
  }),
  haproxy: (text, { port, servers, folder }) => ({
    text: text
      .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
      .replace(
        'server one 127.0.0.1:8080',
        servers.map((server, index) => `server s${index} ${server}`).join('\n  '),
      ),
    words: ['-db', '-f', join(folder, 'config')],
  }),
  caddy: (text, { port, servers, folder }) => ({
    text: `{\n  admin off\n  auto_https off\n}\n${text
      .replace('calendar.example.com {', `:${port} {`)
      .replace('reverse_proxy 127.0.0.1:8080', `reverse_proxy ${servers.join(' ')}`)}`,
    words: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')],
  }),
}

const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const versionWords: Readonly<Record<string, string>> = {
  nginx: '-v',
  haproxy: '-v',
  caddy: 'version',
}

/** The proxies of the guide. */
export const reverseProxies: readonly ReverseProxy[] = Object.entries(adaptations).map(
  ([name, adapt]) => ({
    name,
    unavailable:
      spawnSync(name, [versionWords[name]!]).status === 0
        ? undefined
        : `${name}, a package of Debian, is not installed`,
    async start(servers) {
      const folder = await freshFolder()
      await chmod(folder.path, 0o755)
      const port = await freePort()
      const example = examplesOf(guide).find(({ language }) => language === name)!
      const { text, words } = adapt(example.text, { port, servers, folder: folder.path })
      await writeFile(join(folder.path, 'config'), text)
      const child = spawn(name, words, {
        stdio: 'ignore',
        env: { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path },
      })
      const base = `http://127.0.0.1:${port}`
      await listening(child, base)
      return {
        base,
        async [Symbol.asyncDispose]() {
          if (child.exitCode === null) {
            child.kill('SIGKILL')
            await once(child, 'close')
          }
          await folder[Symbol.asyncDispose]()
        },
      }
    },
  }),
)

async function listening(child: ChildProcess, base: string): Promise<void> {
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
      return openSocket(base).then(
        (socket) => socket.destroy().destroyed,
        () => false,
      )
    },
    (isOpen) => isOpen,
  )
}
