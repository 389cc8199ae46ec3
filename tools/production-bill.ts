interface Bill {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Component {
  /** The name and version of the package. */
  readonly 'bom-ref': string
  readonly scope?: string
  readonly properties: readonly { readonly name: string }[]
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>
}

const developmentMark = 'cdx:npm:package:development'

/**
 * The bill of materials of a production installation, from that of everything and the lock file. npm lists a
 * package once, and takes it for one of development if any package of development depends on it.
 */
export function productionBill(text: string, lockText: string): string {
  const bill = JSON.parse(text) as Bill
  const production = productionPackages(JSON.parse(lockText) as Lock)
  const components = bill.components
    .filter(({ 'bom-ref': ref }) => production.has(ref))
    .map((component) => {
      const properties = component.properties.filter(({ name }) => name !== developmentMark)
      const isMarked = properties.length < component.properties.length
      return isMarked ? { ...component, scope: 'required', properties } : component
    })
  const listed = new Set(components.map(({ 'bom-ref': ref }) => ref))
  const omitted = new Set(
    bill.components.map(({ 'bom-ref': ref }) => ref).filter((ref) => !listed.has(ref)),
  )
  const dependencies = bill.dependencies
    .filter(({ ref }) => !omitted.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => !omitted.has(on)) }))
  return `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`
}

const productionPackages = ({ packages }: Lock): ReadonlySet<string> =>
  new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  )
