import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const bytesNeeded = 4 * 1024 ** 3

/** Where tests write: in memory if there is room, because waiting for a disk takes most of their time. */
export const temporaryFolder = hasRoom() ? memory : tmpdir()

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= bytesNeeded
  } catch {
    return false
  }
}
