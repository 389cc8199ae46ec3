import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/support/postgres-server.ts'],
    reporters: ['default', './tests/support/closing-line.ts'],
    // Most tests wait for server processes, so there is room for one more file than there are cores.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
