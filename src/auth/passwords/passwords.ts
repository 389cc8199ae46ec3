import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { Turns } from './passwords-turns.ts'

/** The cost parameters of a hash. They are part of each hash, so that they can be increased for new ones. */
interface Cost {
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
}

const presentCost: Cost = { memoryKib: 19 * 1024, passes: 2, lanes: 1 }
const saltBytes = 16
const tagBytes = 32

// Hashing uses the thread pool that file access and DNS lookups share.
const hashesAtOnceMax = 2
const hashesWaitingMax = 64

const turns = new Turns(hashesAtOnceMax, hashesWaitingMax)
const argon2Async = promisify(argon2)

/** The stored text: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`. */
export async function hashPassword(password: string, randomBytes: RandomBytes): Promise<string> {
  const salt = Buffer.from(randomBytes(saltBytes))
  return hashText(presentCost, salt, await tagOf(password, salt, presentCost))
}

/** Without a hash the result is false, after the same time. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { cost, salt, tag } = read(hash ?? nobodysHash)
  const isSame = timingSafeEqual(await tagOf(password, salt, cost), tag)
  return isSame && hash !== undefined
}

/** Whether another hash would be rejected because too many are waiting. */
export const isHashingFull = (): boolean => turns.isFull

function tagOf(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const parameters = {
    // Different keyboards can enter the same text as different characters.
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: tagBytes,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.lanes,
  }
  return turns.take(() => argon2Async('argon2id', parameters))
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const hashText = ({ memoryKib, passes, lanes }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`

const nobodysHash = hashText(presentCost, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function read(hash: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const found = shape.exec(hash)
  if (found === null) throw new Error('a password hash is not in the form that it is written in')
  const [memoryKib, passes, lanes] = found.slice(1, 4).map(Number) as [number, number, number]
  const [salt, tag] = found.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  return { cost: { memoryKib, passes, lanes }, salt, tag }
}
