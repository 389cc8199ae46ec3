#!/usr/bin/env node
// JavaScript that older versions of Node can read, because it finds the one that Almanac needs.
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(import.meta.url)
const folder = dirname(dirname(file))
const [major] = process.versions.node.split('.').map(Number)
if (major >= 26) {
  // In a folder that nobody else can write to, unlike the one that Node uses by default.
  module.enableCompileCache(join(folder, 'node_modules/.cache/almanac'))
  // The npm package contains the build, because Node does not strip types below node_modules.
  await import(existsSync(join(folder, 'src')) ? '../src/main.ts' : '../dist/server/main.js')
} else {
  runWith(installedNode(), [file, ...process.argv.slice(2)])
}

/** The Node that npm has installed as a dependency. */
function installedNode() {
  const require = module.createRequire(file)
  for (const name of Object.keys(require('../package.json').optionalDependencies)) {
    try {
      const node = join(dirname(require.resolve(`${name}/package.json`)), 'bin/node')
      // Other optional dependencies have none.
      if (existsSync(node)) return node
    } catch {
      // It is for another platform.
    }
  }
  process.stderr.write(
    `almanac: this is Node ${process.versions.node}, but Node 26 is needed, and npm did not install it. ` +
      'Install Node 26, or install Almanac again with optional dependencies.\n',
  )
  process.exit(1)
}

/** Continues in another Node: in place of this process if this Node can do that, else as its child. */
function runWith(node, words) {
  if (process.execve !== undefined) {
    process.removeAllListeners('warning')
    process.execve(node, [node, ...words], process.env)
  }
  const child = spawn(node, words, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT']) {
    // A terminal sends the signals of its keyboard to the child as well.
    const isFromKeyboard = signal === 'SIGINT' || signal === 'SIGQUIT'
    process.on(signal, () => (isFromKeyboard && hasTerminal()) || child.kill(signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function hasTerminal() {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
