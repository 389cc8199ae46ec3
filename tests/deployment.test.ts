import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { systemdUnit } from '#/cli/setup/systemd-unit.ts'
import { environmentName } from '#/kernel/settings/settings.ts'
import { readSettings, settingsTable } from '#/settings.ts'
import { read, sourcesMatching } from './support/sources.ts'

const files = sourcesMatching(
  'Containerfile',
  'compose*.yaml',
  'action.yml',
  'deploy/*',
  'docs/guides/deploying.md',
)
const knownNames = [...Object.keys(settingsTable), 'settings'].map(environmentName)

it.each(files.map((file) => [file.path, file.text]))(
  '%s names only settings that exist',
  (_, text) => {
    const names = [...text.matchAll(/\bALMANAC_(?!ACTION_)[A-Z0-9_]+/g)].map(([name]) => name)
    expect(names.filter((name) => !knownNames.includes(name))).toEqual([])
  },
)

describe('the unit for systemd', () => {
  const unit = read('deploy/almanac.service')

  it('is the one that "almanac setup" writes', () => {
    const command = ['/opt/almanac/node_modules/.bin/node', '/opt/almanac/bin/almanac.js']
    expect(unit).toBe(systemdUnit({ command, settingsPath: '/etc/almanac/settings.json' }))
  })

  it('quotes paths that systemd would read in another way', () => {
    const text = systemdUnit({ command: ['/a b/$x%"y', '/z'], settingsPath: '/c d.json' })
    expect(text).toContain('ExecStart="/a b/$$x%%\\"y" /z serve\n')
    expect(text).toContain('Environment="ALMANAC_SETTINGS=/c d.json"\n')
  })
})

describe('the files for compose', () => {
  it.each(['compose.yaml', 'compose.sqlite.yaml'])(
    '%s keeps the server on loopback and read-only',
    (path) => {
      const { services, volumes } = parse(read(path))
      expect(services.almanac).toMatchObject({
        build: { dockerfile: 'Containerfile' },
        ports: ['127.0.0.1:8080:8080'],
        read_only: true,
        cap_drop: ['ALL'],
      })
      const mounted = Object.values<{ volumes: string[] }>(services).flatMap((one) => one.volumes)
      expect(mounted.map((volume) => volume.split(':')[0]).sort()).toEqual(
        Object.keys(volumes).sort(),
      )
    },
  )
})

it.each(['.dockerignore', '.gitignore'])('%s excludes the secrets of compose', (path) => {
  expect(read(path).split('\n')).toContain('.env')
})

describe('the example for Kubernetes', () => {
  const [secret, deployment, service] = parseAllDocuments(read('deploy/kubernetes.yaml')).map(
    (document) => document.toJS(),
  )

  it('connects its objects by name and label', () => {
    expect([secret.kind, deployment.kind, service.kind]).toEqual([
      'Secret',
      'Deployment',
      'Service',
    ])
    const { replicas, selector, template } = deployment.spec
    expect(replicas).toBe(2)
    expect(template.metadata.labels).toEqual(selector.matchLabels)
    expect(service.spec.selector).toEqual(selector.matchLabels)
    const [container] = template.spec.containers
    expect(container.envFrom).toEqual([{ secretRef: { name: secret.metadata.name } }])
    const ports = container.ports.map(({ name }: { name: string }) => name)
    for (const used of [
      container.livenessProbe.httpGet.port,
      container.readinessProbe.httpGet.port,
      service.spec.ports[0].targetPort,
    ]) {
      expect(ports).toContain(used)
    }
    const volumes = template.spec.volumes.map(({ name }: { name: string }) => name)
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(volumes)
  })

  it('has no variables of service links, which begin with the name of the service like settings', () => {
    expect(environmentName('port')).toBe(`${service.metadata.name.toUpperCase()}_PORT`)
    expect(deployment.spec.template.spec.enableServiceLinks).toBe(false)
  })

  it('gives the server more time to stop than it takes', () => {
    const { drainDelayMs, drainIdleMs, drainTimeoutMs } = readSettings({
      flags: { mode: 'production' },
      environment: {},
      file: {},
    })
    const takenS = (drainDelayMs + drainIdleMs + drainTimeoutMs) / 1000
    const { terminationGracePeriodSeconds } = deployment.spec.template.spec
    expect(terminationGracePeriodSeconds).toBeGreaterThan(takenS)
    const [, timeoutStopSec] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/almanac.service'))!
    expect(Number(timeoutStopSec)).toBeGreaterThan(takenS)
  })
})

describe('the image', () => {
  const lines = read('Containerfile')

  it('copies only what the server needs, and runs as a user without rights', () => {
    const copied = [...lines.matchAll(/^COPY --from=build (?:--chown=\S+ )?(.*) \S+$/gm)].map(
      ([, paths]) => paths,
    )
    expect(copied).toEqual(['/almanac/libatomic.so.1', '/almanac/node_modules', '/data'])
    expect(lines).toMatch(/^USER 65532:65532$/m)
  })
})
