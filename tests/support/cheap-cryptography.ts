import { hashPasswordsCheaply } from './cheap-passwords.ts'
import { reuseKeyPairs } from './key-pairs.ts'

// Runs before each test file, in workers that are used for many.
reuseKeyPairs()
hashPasswordsCheaply()
