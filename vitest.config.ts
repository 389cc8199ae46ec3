import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import LongFilesFirst from './tests/support/long-files-first.ts'
import { heapFlags } from './tests/support/node-flags.ts'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          // Needs no other process, no browser and no PostgreSQL: `npm run test:quick`.
          name: 'quick',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'tests/contract/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['tests/{storage,wire,browser,evaluation}/**/*.test.ts'],
          setupFiles: ['tests/support/cheap-cryptography.ts'],
          globalSetup: [
            'tests/support/builds.ts',
            'tests/support/postgres-server.ts',
            'tests/support/run-folder.ts',
          ],
        },
      },
    ],
    reporters: ['default', './tests/support/closing-line.ts'],
    // Files that run one after another share what is costly to make: loaded modules and warm servers.
    isolate: false,
    execArgv: heapFlags,
    // More than twice the cores of the machine of the continuous integration, because half of the time is spent
    // waiting for timers, disks and other processes.
    maxWorkers: 5,
    sequence: { sequencer: LongFilesFirst },
    // Servers and commands start faster when not even their first module is compiled again.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    // Ends what hangs. On a machine that is busy with others the longest take three quarters of a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
