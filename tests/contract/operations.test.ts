import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publicationsOf } from '#/contract/documents/discovery-publication.ts'
import { type Contract, pathParamsOf, routeOf } from '#/contract/operation.ts'
import { loadServices } from '#/services.ts'

const root = new URL('../../', import.meta.url)

/** The folder of a service where the wire has another name for it. */
const folders: Readonly<Record<string, string>> = { doubleclicksearch: 'ads' }

/** Services whose resources are small, so that one file declares all operations of a resource. */
const servicesByResource: readonly string[] = ['account', 'admin', 'workbench']

/** Services that charge nothing, because they exist for those who test against the server. */
const freeServices: readonly string[] = ['workbench']

const services = await loadServices()
const contracts = services.flatMap(({ operations }) => operations.map(({ contract }) => contract))

/** The file that has to declare an operation. */
function fileOf({ id }: Contract): string {
  const [service = '', ...path] = id.split('.')
  const folder = `src/services/${folders[service] ?? service}`
  if (!servicesByResource.includes(service)) return `${folder}/${path.join('/')}.ts`
  const [resource, ...subResources] = path.slice(0, -1)
  // A resource within another is declared with it, unless it has a file of its own.
  const ownFile = `${folder}/${[resource, ...subResources].join('/')}.ts`
  return existsSync(new URL(ownFile, root)) ? ownFile : `${folder}/${resource}.ts`
}

const declaration = / = (?:operation|advertiserOperation)\(\s*\{\s*id: '([^']+)'/g

/** The operations that the sources declare, and the file of each. */
const declared = globSync('src/services/*/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(declaration)].map(
      ([, id]) => `${id}: ${file}`,
    ),
  )

describe('the declared operations', () => {
  it('are the listed ones, each in the file that its id names', () => {
    expect(contracts.map((contract) => `${contract.id}: ${fileOf(contract)}`).sort()).toEqual(
      declared.sort(),
    )
  })

  it('have ids that differ', () => {
    const ids = contracts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('have routes that differ within an interface', () => {
    for (const { operations } of publicationsOf(services)) {
      const routes = operations.map(({ contract }) => contract.http.replace(/\{[^}]+\}/g, '{}'))
      expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
    }
  })
})

describe.each(contracts.map((contract) => [contract.id, contract] as const))(
  '%s',
  (_, contract) => {
    it('declares every parameter of its path as a required one', () => {
      for (const name of pathParamsOf(contract)) {
        expect(contract.params[name], name).toBeDefined()
        expect(contract.params[name]?.isOptional, name).toBeUndefined()
      }
    })

    it('reads a body only if the method has one', () => {
      if (['GET', 'DELETE'].includes(routeOf(contract).method))
        expect(contract.body).toBeUndefined()
    })

    it('accepts null exactly if it patches', () => {
      const isPatch = routeOf(contract).method === 'PATCH'
      expect(contract.body?.isPatch ?? false).toBe(isPatch)
    })

    it('costs three units as a patch and one otherwise, unless its service is free', () => {
      const isFree = freeServices.includes(contract.id.split('.')[0]!)
      const charged = routeOf(contract).method === 'PATCH' ? 3 : 1
      expect(contract.cost).toBe(isFree ? 0 : charged)
    })

    it('names a scope if it needs a token', () => {
      if ((contract.credential ?? 'token') === 'token') expect(contract.scopes).not.toEqual([])
    })

    it('has a summary of one sentence', () => {
      expect(contract.summary).toMatch(/^[A-Z].*\.$/)
    })
  },
)
