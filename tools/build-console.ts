import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const execute = promisify(execFile)

/** The development dependencies that end up in the console, and what builds it. */
export const consolePackages = [
  '@fontsource-variable/figtree',
  '@fullcalendar/react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'react',
  'react-dom',
  'temporal-polyfill',
  'uplot',
  'vite',
] as const

const builtFolder = 'dist/console'
const sources = ['src', 'vite.config.ts', 'tsconfig.json', 'package-lock.json', '.npmrc']
const outputBytesMax = 10_000_000

/** npm could not install the packages that the console is built with. */
export class MissingPackagesError extends Error {
  override readonly name = 'MissingPackagesError'
}

/**
 * Builds the console into `dist/console`. An installation without development dependencies does not
 * have the packages for it; they are installed into a temporary folder then, in the locked versions.
 */
export async function buildConsole(): Promise<void> {
  if (isInstalled('vite/package.json')) return runVite(root)
  const folder = mkdtempSync(join(tmpdir(), 'almanac-console-'))
  try {
    for (const name of sources) {
      cpSync(join(root, name), join(folder, name), { recursive: true })
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(consoleManifest(), null, 2))
    await installPackages(folder)
    await runVite(folder)
    rmSync(join(root, builtFolder), { recursive: true, force: true })
    cpSync(join(folder, builtFolder), join(root, builtFolder), { recursive: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The manifest of this package with what the console needs as its only dependencies. */
function consoleManifest(): object {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, type, imports, devDependencies, overrides } = manifest
  const dependencies = Object.fromEntries(consolePackages.map((key) => [key, devDependencies[key]]))
  return { name, version, private: true, type, imports, dependencies, overrides }
}

async function installPackages(folder: string): Promise<void> {
  const words = ['install', '--ignore-scripts', '--prefix', folder]
  try {
    await execute('npm', words, { cwd: folder, maxBuffer: outputBytesMax })
  } catch (cause) {
    const { stderr = '', message } = cause as { readonly stderr?: string; readonly message: string }
    const reason = stderr.split('\n').find((line) => line.startsWith('npm error')) ?? message
    throw new MissingPackagesError(`The packages of the console cannot be installed: ${reason}`, {
      cause,
    })
  }
}

/** Runs in a process of its own, because React would be built for tests in one that tests. */
async function runVite(folder: string): Promise<void> {
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  await execute(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: outputBytesMax,
  })
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

if (import.meta.main) await buildConsole()
