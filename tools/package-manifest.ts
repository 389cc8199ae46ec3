type Packages = Readonly<Record<string, string>>

export interface Manifest {
  readonly files: readonly string[]
  readonly scripts: Packages
  readonly dependencies: Packages
  readonly devDependencies?: Packages
  readonly optionalDependencies: Packages
}

/** What the build of the server does not contain, because it has a native module. */
export const unbundledPackages: readonly string[] = ['@duckdb/node-api']

/** The manifest of the npm package, which needs only those packages that the build of the server does not contain. */
export function packageManifest(manifest: Manifest): Manifest {
  const { dependencies, optionalDependencies, scripts } = manifest
  const kept = Object.entries(manifest).filter(([name]) => !fieldsOfDevelopment.includes(name))
  return {
    ...(Object.fromEntries(kept) as unknown as Manifest),
    scripts: { postinstall: scripts.postinstall! },
    dependencies: installed(dependencies),
    optionalDependencies: installed(optionalDependencies),
  }
}

const fieldsOfDevelopment = ['imports', 'devDependencies', 'allowScripts', 'overrides']

const installed = (packages: Packages): Packages =>
  Object.fromEntries(
    Object.entries(packages).filter(
      ([name]) => unbundledPackages.includes(name) || name.startsWith('node-'),
    ),
  )
