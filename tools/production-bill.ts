interface Bill {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Component {
  readonly 'bom-ref': string
  readonly properties: readonly { readonly name: string }[]
}

/**
 * The bill of materials of a production installation, from that of everything. `npm sbom --omit=dev` leaves out
 * packages of production that a package of development also asks for.
 */
export function productionBill(text: string): string {
  const bill = JSON.parse(text) as Bill
  const isForDevelopment = ({ properties }: Component) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development')
  const omitted = new Set(bill.components.filter(isForDevelopment).map(({ 'bom-ref': ref }) => ref))
  const components = bill.components.filter(({ 'bom-ref': ref }) => !omitted.has(ref))
  const dependencies = bill.dependencies
    .filter(({ ref }) => !omitted.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => !omitted.has(on)) }))
  return `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`
}
