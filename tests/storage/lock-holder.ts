import { setTimeout as delay } from 'node:timers/promises'
import { lockDataDir } from '#/storage/sqlite/lock.ts'

// Holds the lock of a data folder until a test kills it.
using _lock = lockDataDir(process.argv[2] as string)
process.stdout.write('locked\n')
await delay(60_000)
