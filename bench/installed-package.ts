import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildConsole } from '../tools/build-console.ts'
import { buildServer } from '../tools/build-server.ts'
import { type Manifest, packageManifest } from '../tools/package-manifest.ts'

const root = join(import.meta.dirname, '..')

interface InstalledPackage {
  /** The program. */
  readonly entry: string
  /** Removes the compiled code that earlier starts have stored. */
  emptyCompileCache(): Promise<void>
}

/** Builds the npm package and lays it out in a folder as npm installs it. */
export async function installPackage(folder: string): Promise<InstalledPackage> {
  await buildConsole()
  await buildServer()
  const manifest = packageManifest(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest,
  )
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'almanac')
  for (const name of ['bin', 'dist/console', 'dist/server']) {
    await cp(join(root, name), join(installed, name), { recursive: true })
  }
  await writeFile(join(installed, 'package.json'), JSON.stringify(manifest))
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const link = join(modules, name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link)
  }
  return {
    entry: join(installed, 'bin/almanac.js'),
    emptyCompileCache: () =>
      rm(join(installed, 'node_modules/.cache'), { recursive: true, force: true }),
  }
}
