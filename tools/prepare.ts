import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

// An installation without what is needed to build serves everything but the console.
if (isInstalled('vite/package.json')) {
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}
